// conformance: LANG-6.4.2-S4 LANG-6.5.2.1-S12
#include "check.h"

shared [] int a[50];

int main(void)
{
    shared [] int *p = upc_alloc(100 * sizeof(int)), *q = p + 60;
    CHECK_EQ(upc_threadof(q), MYTHREAD);
    CHECK_EQ(upc_phaseof(q), 0);
    CHECK_EQ(upc_addrfield(q) - upc_addrfield(p), 60 * sizeof(int));
    CHECK_EQ(q - p, 60);
    CHECK_EQ(p - q, -60);
    CHECK(q > p && p <= q && q - 60 == p);
    for (int i = 0; i < 50; i++) {
        CHECK_EQ(upc_threadof(&a[i]), 0);
        CHECK_EQ(&a[i] - a, i);
    }
    p[60] = 5;
    CHECK_EQ(*q, 5);
    q--;
    CHECK_EQ(q[1], 5);
    upc_free(p);
    check_done();
    return 0;
}
