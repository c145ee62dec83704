// ring - a token circulates; each thread adds its number to it.
//
//   upcc -O2 -o ring ring.upc && upcrun -n 4 ./ring
//
// Shows how one thread signals another that data are ready, without a barrier.
//
// reference: ../reference/ring.c
// reference-args: {threads}

#include <stdio.h>
#include <upc_relaxed.h>

#define ROUNDS 20

// Each thread's mail box: its content, and whether it is full. Accesses to `token` are relaxed,
// those to `full` are strict: no other access of the thread moves across them. So a thread that
// sees the flag set also sees the token.
shared long token[THREADS];
strict shared int full[THREADS];

static long receive(void)
{
    while (!full[MYTHREAD])
        ; // upcc makes the loop yield its core at times, so the sender is not starved
    long value = token[MYTHREAD];
    full[MYTHREAD] = 0;
    return value;
}

static void send(int to, long value)
{
    while (full[to])
        ;
    token[to] = value;
    full[to] = 1;
}

int main(void)
{
    const int next = (MYTHREAD + 1) % THREADS;

    if (MYTHREAD == 0)
        send(0, 0);
    for (int round = 0; round < ROUNDS; round++)
        send(next, receive() + MYTHREAD + 1);

    if (MYTHREAD == 0)
        printf("after %d rounds of %d threads the token is %ld\n", ROUNDS, THREADS, receive());
    return 0;
}
