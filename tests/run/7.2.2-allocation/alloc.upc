// conformance: CORE-7.2.2.3-S1 CORE-7.2.2.3-S2 CORE-7.2.2-S1 CORE-7.2.2.4-S1
#include "check.h"
#include <stddef.h>
#include <string.h>

int main(void)
{
    shared [] char *p[60];
    CHECK(upc_alloc(0) == NULL);
    upc_free(NULL);
    for (int n = 0; n < 60; n++) {
        p[n] = upc_alloc(n * n + 1);
        CHECK(p[n] != NULL);
        CHECK_EQ(upc_threadof(p[n]), MYTHREAD);
        CHECK_EQ(upc_phaseof(p[n]), 0);
        CHECK_EQ((size_t)(char *)p[n] % _Alignof(max_align_t), 0);
        memset((char *)p[n], n, n * n + 1);
    }
    for (int n = 0; n < 60; n++)
        for (int i = 0; i <= n * n; i++)
            CHECK_EQ(((char *)p[n])[i], n);
    for (int n = 0; n < 60; n += 2)
        upc_free(p[n]);
    for (int n = 1; n < 60; n += 2)
        upc_free(p[n]);
    if (MYTHREAD == 0) { /* not collective */
        shared [] int *q = upc_local_alloc(3, sizeof(int));
        q[2] = 1;
        upc_free(q);
    }
    check_done();
    return 0;
}
