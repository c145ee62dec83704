/* Data handed round a ring by strict flags, and by relaxed ones between fences. */
#include "soak.h"

static strict shared unsigned turn[THREADS];
static relaxed shared unsigned quiet_turn[THREADS];
static relaxed shared unsigned parcel[THREADS];
static unsigned rounds;

static void pass(unsigned round, int by_fences)
{
    int next = (MYTHREAD + 1) % THREADS;
    parcel[next] = round * 1000 + MYTHREAD;
    if (by_fences) {
        upc_fence;
        quiet_turn[next] = round;
    } else
        turn[next] = round;
}

static void receive(unsigned round, int by_fences)
{
    if (by_fences) {
        while (quiet_turn[MYTHREAD] != round)
            ;
        upc_fence;
    } else
        while (turn[MYTHREAD] != round)
            ;
    CHECK_EQ(parcel[MYTHREAD], round * 1000 + (MYTHREAD + THREADS - 1) % THREADS);
}

/* Thread 0 begins; the parcel comes back to it. */
static void check(void)
{
    int by_fences = (int)soak_common(2);
    unsigned round = ++rounds;
    if (MYTHREAD == 0)
        pass(round, by_fences);
    receive(round, by_fences);
    if (MYTHREAD != 0)
        pass(round, by_fences);
}

const struct soak_kind soak_flags = {0, 0, check, 0};
