// Under strict POSIX the names of GNU are the program's.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <time.h>

shared int x[THREADS];

static int asprintf(int a) { return a + x[MYTHREAD]; }

int main(void)
{
    struct timespec now;
    x[MYTHREAD] = 2;
    if (clock_gettime(CLOCK_MONOTONIC, &now) || asprintf(1) != 3)
        upc_global_exit(1);
    upc_barrier;
    if (MYTHREAD == 0)
        puts("ok");
    return 0;
}
