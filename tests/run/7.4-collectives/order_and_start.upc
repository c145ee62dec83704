// conformance: COLL-7.4.3-S3 COLL-7.4.3.1-S4 COLL-7.4.3.1-S5 COLL-7.4.3.1-S6 COLL-7.4.3.1-S7 COLL-7.4.3.1-S8
#include "check.h"
#include <math.h>
#include <upc_collective.h>

enum { N = 23 };
shared [3] unsigned long src[60 * THREADS], dst[60 * THREADS];
shared unsigned long result[THREADS];
shared double x[THREADS], y[THREADS];

/* Composition of maps k -> (a k + b) mod 2^16, a in the upper half: not commutative. */
static unsigned long then(unsigned long f, unsigned long g)
{
    unsigned long a = f >> 16, b = f & 0xffff, c = g >> 16, d = g & 0xffff;
    return ((a * c & 0xffff) << 16) | ((b * c + d) & 0xffff);
}

/* N elements from element `start`, the result on thread `to`. */
static void from(int start, int to)
{
    unsigned long want = src[start];
    upc_all_reduceUL(&result[to], &src[start], UPC_NONCOMM_FUNC, N, 3, then, 0);
    upc_all_prefix_reduceUL(&dst[start], &src[start], UPC_NONCOMM_FUNC, N, 3, then, 0);
    for (int i = 1; i < N; i++) {
        want = then(want, src[start + i]);
        CHECK_EQ(dst[start + i], want);
    }
    CHECK_EQ(result[to], want);
    upc_barrier;
}

/* All elements on one thread: block size 0. */
static void on_one_thread(void)
{
    shared [] long *a = NULL;
    static shared [] long *shared where;
    static shared [] long *shared prefix;
    if (MYTHREAD == THREADS - 1) {
        where = (shared [] long *)upc_alloc(N * sizeof(long));
        prefix = (shared [] long *)upc_alloc(N * sizeof(long));
        for (int i = 0; i < N; i++)
            where[i] = i;
    }
    upc_barrier;
    a = where;
    static shared long sum;
    upc_all_reduceL(&sum, a, UPC_ADD, N, 0, NULL, 0);
    upc_all_prefix_reduceL(prefix, a, UPC_ADD, N, 0, NULL, 0);
    CHECK_EQ(sum, N * (N - 1) / 2);
    for (int i = 0; i < N; i++)
        CHECK_EQ(prefix[i], i * (i + 1) / 2);
}

/* A sum with NaN is NaN; UPC_MIN is a < b ? a : b. */
static void not_a_number(void)
{
    x[MYTHREAD] = MYTHREAD == THREADS - 1 ? NAN : 1;
    upc_all_reduceD(&y[0], x, UPC_ADD, THREADS, 1, NULL, 0);
    CHECK(y[0] != y[0]);
    upc_all_reduceD(&y[0], x, UPC_MIN, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
}

int main(void)
{
    int i;
    upc_forall (i = 0; i < N + 3 * THREADS + 3; i++; &src[i])
        src[i] = (unsigned long)(2 * i + 3) << 16 | (unsigned)(i + 1);
    upc_barrier;
    from(0, 0);
    from(1, THREADS - 1);             /* a phase */
    from(3 * (THREADS - 1), 0);       /* another thread */
    from(3 * (THREADS - 1) + 2, 0);   /* both */
    on_one_thread();
    not_a_number();
    check_done();
    return 0;
}
