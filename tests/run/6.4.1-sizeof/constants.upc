// conformance: LANG-6.4.1.2-S2 LANG-6.4.1.2-S4 LANG-6.4.1.2-S5 LANG-6.4.1.3-S4 LANG-6.4.1.3-S6 LANG-6.4.1.4-S3
// The three operators are integer constants in both environments, and do not evaluate their
// operand.
#include "check.h"

shared [4] int a[8 * THREADS];
shared int s;

static char local_bytes[upc_localsizeof(a)];
static char block[upc_blocksizeof(a)];
static char element[upc_elemsizeof(a)];
enum { BLOCK = upc_blocksizeof(a) + 1 };

static int calls;
static shared [4] int *next(void)
{
    calls++;
    return a;
}

int main(void)
{
    CHECK_EQ(sizeof local_bytes, 8 * sizeof(int));
    CHECK_EQ(sizeof block, 4);
    CHECK_EQ(sizeof element, sizeof(int));
    CHECK_EQ(BLOCK, 5);
    CHECK_EQ(_Generic(upc_localsizeof(a), size_t: 1, default: 0), 1);
    CHECK_EQ(_Generic(upc_blocksizeof(a), size_t: 1, default: 0), 1);
    CHECK_EQ(_Generic(upc_elemsizeof(a), size_t: 1, default: 0), 1);
    CHECK_EQ(upc_blocksizeof(*next()), 4);
    CHECK_EQ(upc_elemsizeof(*next()), sizeof(int));
    CHECK(upc_localsizeof(*next()) >= sizeof(int));
    CHECK_EQ(sizeof *next(), sizeof(int));
    CHECK_EQ(sizeof s++, sizeof(int));
    CHECK_EQ(calls, 0);
    upc_barrier;
    CHECK_EQ(s, 0);
    switch (4) {
    case upc_blocksizeof(a): break;
    default: CHECK(0);
    }
    check_done();
    return 0;
}
