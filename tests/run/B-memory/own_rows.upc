// threads: 1 2 3 4 7
// Own rows that other threads write: a loop over a row sees what was written before the last
// synchronisation, and one that waits for an element sees it change.
#include <upc_relaxed.h>
#include "check.h"

enum { K = 16, ROUNDS = 40 };
static shared [K] int part[THREADS][K];
static shared [K] int turn[THREADS][K];
static shared int at[K * THREADS];
static strict shared int ready[THREADS];
static upc_lock_t *lock;

/* The loop around the rounds counts, so that rows are found before it. */
static void after_barriers(int rounds)
{
    int other = (MYTHREAD + 1) % THREADS;
    for (int round = 1; round <= rounds; round++) {
        long sum = 0;
        for (int k = 0; k < K; k++)
            part[other][at[k]] = round * (k + 1);
        upc_barrier;
        for (int k = 0; k < K; k++)
            sum += part[MYTHREAD][at[k]];
        CHECK_EQ(sum, (long)round * K * (K + 1) / 2);
        upc_barrier;
    }
}

/* Each round a strict write says that the row is there. */
static void after_strict_writes(int rounds)
{
    int other = (MYTHREAD + 1) % THREADS, before = (MYTHREAD + THREADS - 1) % THREADS;
    for (int round = 1; round <= rounds; round++) {
        part[other][at[round % K]] = round;
        ready[MYTHREAD] = round;
        while (ready[before] != round)
            ;
        CHECK_EQ(part[MYTHREAD][at[round % K]], round);
        part[MYTHREAD][at[round % K]] += 1;
        CHECK_EQ(part[MYTHREAD][at[round % K]], round + 1);
        upc_barrier;
    }
}

/* Each thread adds to all rows in turn. */
static void under_a_lock(int rounds)
{
    for (int round = 0; round < rounds; round++) {
        upc_lock(lock);
        part[MYTHREAD][at[round % K]] += 1;
        part[(MYTHREAD + 1) % THREADS][at[round % K]] += 1;
        upc_unlock(lock);
    }
}

/* A relaxed write of another thread ends the loop, which stands in one that counts. */
static void waiting(int rounds)
{
    int other = (MYTHREAD + 1) % THREADS;
    for (int round = 1; round <= rounds; round++) {
        int k = at[round % K];
        turn[other][k] = round;
        while (turn[MYTHREAD][at[round % K]] < round)
            ;
        for (;;)
            if (turn[MYTHREAD][k] >= round)
                break;
        for (int done = 0; !done; done = turn[MYTHREAD][at[round % K]] == round)
            ;
        turn[MYTHREAD][k] += 0;
        upc_barrier;
    }
}

int main(void)
{
    long sum = 0;
    lock = upc_all_lock_alloc();
    for (int k = MYTHREAD; k < K; k += THREADS)
        at[k] = (5 * k + 3) % K;
    upc_barrier;
    after_barriers(ROUNDS);
    after_strict_writes(ROUNDS);
    upc_barrier;
    for (int k = 0; k < K; k++)
        part[MYTHREAD][k] = 0;
    upc_barrier;
    under_a_lock(ROUNDS);
    upc_barrier;
    for (int k = 0; k < K; k++)
        sum += part[MYTHREAD][at[k]];
    CHECK_EQ(sum, 2 * ROUNDS);
    waiting(ROUNDS);
    upc_barrier;
    check_done();
    return 0;
}
