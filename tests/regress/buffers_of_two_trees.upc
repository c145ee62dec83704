// A tree whose inner threads are leaves of another one needs buffers of its own, though both ask
// for room by the same function.
#include <upc_collective.h>
#include <upcr/tune.h>
#include <upcx_collective.h>
#include "check.h"

enum { N = 5000 };
static shared [N] long src[THREADS * N], dst[THREADS * N];

static void reduce_by(const char *algorithm, int round)
{
    for (int i = 0; i < N; i++)
        src[MYTHREAD * N + i] = MYTHREAD + i + round;
    upcr_tune_force("reduce_vector", algorithm);
    upcx_all_reduce_vector(dst, src, UPC_LONG, UPC_ADD, N, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    upcr_tune_force("reduce_vector", 0);
    for (int i = 0; MYTHREAD == 0 && i < N; i += 7)
        CHECK(dst[i] == THREADS * (THREADS - 1) / 2 + (long)THREADS * (i + round));
    upc_barrier;
}

int main(void)
{
    static const char *const trees[] = {"binomial", "chain", "knomial", "binary_static"};
    for (int round = 0; round < 8; round++)
        reduce_by(trees[round % 4], round);
    check_done();
    return 0;
}
