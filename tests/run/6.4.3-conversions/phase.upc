// conformance: LANG-6.4.3-S3 LANG-6.4.3-S4 LANG-6.4.3-S5 LANG-6.4.3-S7 LANG-6.4.3-S8 LANG-6.4.3-S9 LANG-6.4.3-S13
// conformance: LANG-6.5.1.1-S10
#include "check.h"

shared [4] int a[8 * THREADS];
shared [4] int m[8 * THREADS][2];

static shared [4] int *back(shared void *p) { return p; }

int main(void)
{
    for (int i = 0; i < 8 * THREADS; i++) {
        shared [4] int *p = &a[i];
        shared void *generic = p;
        shared [4] int *again = generic;
        CHECK_EQ(upc_phaseof(generic), i % 4);
        CHECK_EQ(upc_threadof(generic), i / 4 % THREADS);
        CHECK(again == p && upc_phaseof(again) == i % 4 && again - a == i);
        CHECK(back(p) == p && upc_phaseof(back(p)) == i % 4);

        /* another block size, or another element size: same place, phase 0 */
        shared [8] int *other_block = (shared [8] int *)p;
        CHECK_EQ(upc_phaseof(other_block), 0);
        CHECK_EQ(upc_threadof(other_block), upc_threadof(p));
        CHECK_EQ(upc_addrfield(other_block), upc_addrfield(p));
        CHECK_EQ(upc_phaseof((shared [4] short *)p), 0);
        CHECK_EQ(upc_phaseof((shared int *)p), 0);
        CHECK_EQ(upc_phaseof((shared [] int *)p), 0);
        CHECK_EQ(upc_phaseof((shared [] int *)generic), 0);
        CHECK_EQ(upc_phaseof((shared int *)generic), 0);

        /* the same block and element size: the phase stays, also through a row */
        CHECK_EQ(upc_phaseof((shared [4] unsigned *)p), i % 4);
        CHECK_EQ(upc_phaseof((shared [4] int (*)[2])p), i % 4);
        CHECK_EQ(upc_phaseof((shared [4] float *)p), i % 4);
    }
    CHECK_EQ(upc_phaseof((shared [4] int *)&m[1]), 2);
    CHECK_EQ((shared [4] int *)&m[3] - &m[0][0], 6);
    check_done();
    return 0;
}
