// conformance: LANG-6.4.2-S1 LANG-6.4.2-S2 LANG-6.4.2-S13 LANG-6.4.2-S14
#include "check.h"

shared [4] int a[8 * THREADS];
shared int c[THREADS];

int main(void)
{
    shared [4] int *p = &a[2];
    shared void *generic = p;
    CHECK(p == (shared [4] int *)upc_resetphase(p)); /* the phases differ, the object does not */
    CHECK(generic == (shared void *)p && generic != (shared void *)&a[3]);
    CHECK(p != NULL && p != 0 && !(p == 0));
    for (int t = 1; t < THREADS; t++)
        CHECK(&c[t] != &c[t - 1]); /* the same address on different threads */
    p = 0;
    generic = 0;
    CHECK(!p && p == NULL && generic == NULL && (shared void *)p == generic);
    CHECK(p ? 0 : 1);
    if (p || generic)
        CHECK(0);
    check_done();
    return 0;
}
