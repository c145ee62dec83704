// conformance: MEM-B.2-S4 MEM-B.5-S4
/* Loops that may read copies of far arrays see what other threads wrote before the synchronisation
 * in front of them, one's own writes before them, and, each time they start, what has become of an
 * array since. */
// threads: 1 2 3 4
#include <stdlib.h>

#include "check.h"

#define N (64 * THREADS)
#define READS (N * 4)
static shared int data[N];
static shared [16] long blocked[N];
static shared int turn[THREADS];
static strict shared int stop;
static int *subscript;

/* READS elements by subscripts, of both arrays, and as many of `data` in their order. */
static long sum_of_all(void)
{
    long sum = 0;
    for (int k = 0; k < READS; k++)
        sum += data[subscript[k]] + blocked[subscript[k]];
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < N; i++)
            sum += data[i];
    return sum;
}

/* All write, then all read; in each round other values. */
static void rounds(void)
{
    for (int round = 1; round < 20; round++) {
        for (int i = (MYTHREAD + round) % THREADS; i < N; i += THREADS)
            data[i] = round, blocked[i] = round * 1000l;
        upc_barrier;
        CHECK_EQ(sum_of_all(), READS * (round * 1002l));
        upc_barrier;
    }
}

/* Without synchronisation a thread sees its own relaxed writes to far elements. */
static void own_writes(void)
{
    for (int i = 0; i < N && MYTHREAD == 0; i++)
        data[i] = 5, blocked[i] = 7;
    if (MYTHREAD == 0)
        CHECK_EQ(sum_of_all(), READS * 17l);
    for (int i = 0; i < N && MYTHREAD == 0; i++) {
        blocked[i] = 8;
        if (i % 32 == 0)
            CHECK_EQ(sum_of_all(), READS * 17l + (i + 1) * 4l);
    }
    upc_barrier;
}

/* Message passing by a strict variable: what was written before it is in the copy. */
static void messages(void)
{
    if (MYTHREAD == THREADS - 1) {
        for (int i = 0; i < N; i++)
            data[i] = -1, blocked[i] = 1;
        stop = 1;
    }
    while (!stop) {}
    CHECK_EQ(sum_of_all(), -READS);
    upc_barrier;
}

/* A loop that waits around one that counts: memory is read again each time that starts. */
static void waits(void)
{
    long seen = 0;
    turn[(MYTHREAD + 1) % THREADS] = 1;
    while (!seen)
        for (int k = 0; k < READS; k++)
            seen += turn[subscript[k] % THREADS] && subscript[k] % THREADS == MYTHREAD;
    upc_barrier;
}

int main(void)
{
    subscript = malloc(READS * sizeof *subscript);
    for (int k = 0; k < READS; k++)
        subscript[k] = (k * 5) % N;
    upc_barrier;
    rounds();
    own_writes();
    messages();
    waits();
    check_done();
    return 0;
}
