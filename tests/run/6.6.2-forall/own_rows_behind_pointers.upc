// threads: 1 2 3 4 7
// unchecked
/* Rows behind a pointer that move as the affinity does: they begin a block, or anywhere in one. */
#include "check.h"

enum { N = 13, D = 4 };
static shared [D] long *all;

static void fill(void)
{
    upc_barrier;
    upc_forall (int i = 0; i < (N * THREADS + 2) * D; i++; &all[i])
        all[i] = 3 * i + 1;
    upc_barrier;
}

static long value(int skew, int i, int d) { return 3 * (skew + i * D + d) + 1; }

static void rows(shared [D] long (*p)[D], int skew)
{
    int n = N * THREADS, own = 0;
    fill();
    upc_forall (int i = 0; i < n; i++; &p[i][0])
        for (int d = 0; d < D; d++) {
            CHECK_EQ(p[i][d], value(skew, i, d));
            own += d == 0;
        }
    CHECK_EQ(own, N);
    /* The affinity is to another column, or the loop goes down. */
    upc_forall (int i = 0; i < n; i++; &p[i][2])
        for (int d = 0; d < D; d++)
            CHECK_EQ(p[i][d], value(skew, i, d));
    upc_forall (int i = n - 1; i >= 0; i--; &p[i][0])
        for (int d = 0; d < D; d++)
            CHECK_EQ(p[i][d], value(skew, i, d));
    /* A subscript that leaves the row. */
    upc_forall (int i = 0; i < n - 1; i++; &p[i][0])
        for (int d = 0; d < 2 * D; d++)
            CHECK_EQ(p[i][d], value(skew, i, d));
    upc_barrier;
    upc_forall (int i = 0; i < n; i++; &p[i][1])
        for (int d = 0; d < D; d++)
            p[i][D - 1 - d] = -(i * D + D - 1 - d);
    upc_barrier;
    for (int i = MYTHREAD; i < n * D; i += THREADS)
        CHECK_EQ(p[i / D][i % D], -i);
}

/* Planes of two rows: a block each, in an object of their own. */
static void planes(void)
{
    shared [2 * D] long (*p)[2][D] = upc_all_alloc(N * THREADS, 2 * D * sizeof(long));
    int n = N * THREADS;
    upc_forall (int i = 0; i < n; i++; &p[i][0][0])
        for (int j = 0; j < 2; j++)
            for (int d = 0; d < D; d++)
                p[i][j][d] = 100 * i + 10 * j + d;
    upc_barrier;
    upc_forall (int i = 0; i < n; i++; &p[i][1][3])
        for (int d = 0; d < D; d++)
            CHECK_EQ(p[i][1][d] - p[i][0][d], 10);
    for (int i = 0; i < n; i++)
        CHECK_EQ(p[i][i % 2][i % D], 100 * i + 10 * (i % 2) + i % D);
}

int main(void)
{
    all = upc_all_alloc(N * THREADS + 2, D * sizeof *all);
    for (int skew = 0; skew < 2 * D; skew++)
        rows((shared [D] long (*)[D])(all + skew), skew);
    planes();
    check_done();
    return 0;
}
