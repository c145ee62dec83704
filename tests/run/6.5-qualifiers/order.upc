// conformance: LANG-6.5-S1 LANG-6.5.1.1-S1 LANG-6.5.1.1-S2 LANG-6.5.1.1-S4 LANG-6.5.1.1-S7 LANG-6.5.1.1-S9 LANG-6.5.2-S1
#include "check.h"

typedef shared int shared_int;
typedef shared [2] int pair;

int shared a1;
static int shared const volatile a2;
const shared relaxed int a3[THREADS];
long strict shared static a4;
shared [2 * 3] int a5[6 * THREADS];
shared [sizeof(int)] int a6[4 * THREADS];
shared [1] int a7[THREADS];
strict shared_int a8;
relaxed pair a9[2 * THREADS];
shared [5] double on_a_scalar;
shared int shared a10;

int main(void)
{
    shared void *g = &a1;
    shared const void *cg = &a3[0];
    strict shared void *sg = &a4;
    shared [1] int *one = &a7[0];
    shared int *plain = one;
    shared [0] int *zero = upc_alloc(4);
    shared [] int *none = zero;
    CHECK_EQ(upc_blocksizeof(a5), 6);
    CHECK_EQ(upc_blocksizeof(a6), sizeof(int));
    CHECK_EQ(upc_blocksizeof(a9), 2);
    CHECK_EQ(upc_blocksizeof(on_a_scalar), 5);
    CHECK_EQ(upc_blocksizeof(a8), 1);
    CHECK(g && cg && sg && plain && none);
    CHECK_EQ(a2 + a10, 0);
    upc_free(none);
    check_done();
    return 0;
}
