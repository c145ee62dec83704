#include "check.h"
#include <upcx_collective.h>

enum { N = 700 };
shared [N] double src[N * THREADS], dst[N * THREADS];
shared [N] unsigned char slice[N * THREADS];

/* Every thread has the sum of all vectors, beside them or in their place. */
static void sums(void)
{
    double *mine = (double *)&src[N * MYTHREAD], *result = (double *)&dst[N * MYTHREAD];
    for (int i = 0; i < N; i++)
        mine[i] = i + MYTHREAD;
    upcx_all_reduce_all(dst, src, UPC_DOUBLE, UPC_ADD, N, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    for (int i = 0; i < N; i++)
        CHECK_EQ(result[i], i * THREADS + THREADS * (THREADS - 1) / 2);
    upcx_all_reduce_all(src, src, UPC_DOUBLE, UPC_MAX, 3, 0);
    CHECK_EQ(mine[2], 2 + THREADS - 1);
    CHECK_EQ(mine[3], 3 + MYTHREAD);
}

static void slices(void)
{
    shared [] unsigned char *bytes = upc_all_alloc(THREADS, N * THREADS);
    unsigned char *mine = (unsigned char *)((shared unsigned char *)bytes + MYTHREAD);
    for (int i = 0; i < N * THREADS; i++)
        mine[i] = (unsigned char)(1 << (i + MYTHREAD) % 8);
    upcx_all_reduce_scatter(slice, bytes, UPC_UCHAR, UPC_OR, N, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    for (int i = 0; i < N; i++) {
        unsigned char want = 0;
        for (int t = 0; t < THREADS; t++)
            want |= (unsigned char)(1 << (N * MYTHREAD + i + t) % 8);
        CHECK_EQ(slice[N * MYTHREAD + i], want);
    }
}

/* One thread has the sum of all vectors, elsewhere or in the place of its own. */
static void sums_on_one_thread(int root, int n)
{
    static shared [] long *shared result;
    shared [] long *there;
    if (MYTHREAD == root)
        result = upc_alloc(N * sizeof(long));
    static shared [N] long from[N * THREADS];
    for (int i = 0; i < n; i++)
        from[N * MYTHREAD + i] = 10 * i + MYTHREAD;
    upc_barrier;
    there = result;
    upcx_all_reduce_vector(there, from, UPC_LONG, UPC_ADD, n, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    upcx_all_reduce_vector(&from[N * root], from, UPC_LONG, UPC_MAX, n,
                           UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    for (int i = 0; i < n; i++) {
        CHECK_EQ(from[N * root + i], 10 * i + THREADS - 1);
        if (MYTHREAD == root)
            CHECK_EQ(there[i], 10 * i * THREADS + THREADS * (THREADS - 1) / 2);
    }
    upc_barrier;
    if (MYTHREAD == root)
        upc_free(there);
}

int main(void)
{
    sums();
    upc_barrier;
    slices();
    for (int root = 0; root < THREADS; root++)
        sums_on_one_thread(root, root % 2 ? N : 5);
    check_done();
    return 0;
}
