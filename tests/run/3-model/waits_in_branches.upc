// threads: 1 2 3 4
// Loops that end by a variable which a branch on relaxed shared memory sets, or a sum of it: they
// see what others write, though neither their conditions nor their bodies call anything that
// synchronises.
#include "check.h"

static relaxed shared int flag[THREADS];
static relaxed shared int turn;
static relaxed shared [1] long work[4 * THREADS];

static void by_branch(void)
{
    int seen = 0;
    flag[(MYTHREAD + 1) % THREADS] = 1;
    while (!seen)
        for (int k = 0; k < THREADS; k++)
            if (flag[k] && k == MYTHREAD)
                seen = 1;
    CHECK_EQ(seen, 1);
}

static void by_sum(void)
{
    int there = 0;
    flag[MYTHREAD] = 2;
    while (there < 2 * THREADS) {
        there = 0;
        for (int k = 0; k < THREADS; k++)
            there += flag[k] >= 2 ? 2 : 0;
    }
    CHECK_EQ(there, 2 * THREADS);
}

static void by_turns(void)
{
    int mine = 0;
    for (int polls = 0; !mine; polls++) {
        if (turn != MYTHREAD)
            continue;
        else
            mine = polls + 1;
    }
    CHECK(mine > 0);
    for (int k = 0; k < 4; k++)
        work[MYTHREAD + k * THREADS] = MYTHREAD + k;
    upc_fence;
    turn = MYTHREAD + 1;
}

int main(void)
{
    upc_barrier;
    by_branch();
    upc_barrier;
    by_sum();
    upc_barrier;
    by_turns();
    upc_barrier;
    CHECK_EQ(turn, THREADS);
    for (int i = 0; i < 4 * THREADS; i++)
        CHECK_EQ(work[i], i % THREADS + i / THREADS);
    check_done();
    return 0;
}
