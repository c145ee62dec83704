// Every thread reads an element of each; prints the switches of pthreads in 100 reads from other
// nodes.
#include <stdio.h>
#include <sys/resource.h>
#include <upc_relaxed.h>

#define NODE 64
shared int x[THREADS];

static long switches(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return use.ru_nvcsw;
}

int main(void)
{
    long sum = 0, reads = (long)THREADS * (THREADS - NODE), begin;
    x[MYTHREAD] = MYTHREAD;
    upc_barrier;
    begin = switches();
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        sum += x[t];
    upc_barrier;
    if (MYTHREAD == 0)
        printf("%ld\n", (switches() - begin) * 100 / reads);
    return sum == (long)THREADS * (THREADS - 1) / 2 ? 0 : 3;
}
