// Two pthreads of one UPC thread read and write far memory at once, in loops that count, and one
// after the other: each sees what the other has written before it was joined, and neither loses a
// store.
// threads: 2 3
// modes: process far nodes
// cflags: -pthread
// libs: -lpthread
#include <pthread.h>
#include <upc_relaxed.h>

#include "check.h"

enum { N = 6000, ROUNDS = 20 };

shared [N] int a[N * THREADS];
shared [N] int b[N * THREADS];
static int far_thread, step;

/* Far pages of both halves: every second element is this pthread's. */
static void *work(void *argument)
{
    int parity = *(int *)argument;
    for (int r = 0; r < 3; r++)
        for (int i = parity; i < N; i += 2) {
            int at = far_thread * N + (i * 7 % N / 2 * 2 + parity) % N;
            b[at] = a[at] + step;
        }
    return NULL;
}

static void in_turn(int parity)
{
    pthread_t other;
    CHECK_EQ(pthread_create(&other, NULL, work, &parity), 0);
    CHECK_EQ(pthread_join(other, NULL), 0);
}

static void at_once(int parity)
{
    pthread_t other;
    int mine = 1 - parity;
    CHECK_EQ(pthread_create(&other, NULL, work, &parity), 0);
    work(&mine);
    CHECK_EQ(pthread_join(other, NULL), 0);
}

static void check(void)
{
    for (int i = 0; i < N; i++)
        CHECK_EQ(b[far_thread * N + i], i + step);
}

int main(void)
{
    far_thread = (MYTHREAD + 1) % THREADS;
    for (int i = 0; i < N; i++)
        a[MYTHREAD * N + i] = i;
    upc_barrier;
    int even = 0;
    work(&even); /* alone, before there is another pthread */
    for (step = 1; step < ROUNDS; step++) {
        if (step % 2) {
            at_once(step / 2 % 2);
        } else {
            in_turn(0);
            in_turn(1);
        }
        check();
        upc_barrier;
    }
    check_done();
    return 0;
}
