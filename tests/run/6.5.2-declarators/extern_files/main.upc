// conformance: LANG-6.5.2-S2 LANG-6.5.2-S4
// Shared and private objects of one file used in others, with a plain C file between them.
#include "check.h"
#include "other.h"

shared int count;                 /* tentative here and in other.upc */
shared [4] double grid[8 * THREADS];
int private_here = 3;

int main(void)
{
    extern shared int defined_there[2 * THREADS];
    CHECK_EQ(initialised_there, 12);
    CHECK_EQ(upc_threadof(&initialised_there), 0);
    private_there = MYTHREAD;
    set_all(5.0);
    upc_barrier;
    for (int i = 0; i < 8 * THREADS; i++)
        CHECK(grid[i] == 5.0 + i);
    for (int i = 0; i < 2 * THREADS; i++)
        CHECK_EQ(defined_there[i], -i);
    if (MYTHREAD == 0)
        count = 77;
    upc_barrier;
    CHECK_EQ(count_there(), 77);
    CHECK_EQ(get_private_there(), MYTHREAD);
    CHECK_EQ(plain_c(20), 20 + 3);
    CHECK_EQ(big_there[7000], 7);
    check_done();
    return 0;
}
