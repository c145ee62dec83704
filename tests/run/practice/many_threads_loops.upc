// static-only
// threads: 1 2 5 8
// The usual static-THREADS style: matrices, block layouts from THREADS, two-dimensional
// decomposition.
#include "check.h"

#define N 16
#if N % THREADS == 0
#define BLOCK (N * N / THREADS)
#else
#define BLOCK N
#endif
shared [BLOCK] double a[N][N];
shared [N] double b[N][N];
shared [*] double c[N][N];
shared double partial[THREADS];
double local[N][N];

int main(void)
{
    int i, j, k;
    upc_forall (i = 0; i < N; i++; &a[i][0])
        for (j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i == j ? 2 : 0;
        }
    upc_barrier;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            local[i][j] = b[i][j];
    upc_forall (i = 0; i < N; i++; &c[i][0])
        for (j = 0; j < N; j++) {
            double sum = 0;
            for (k = 0; k < N; k++)
                sum += a[i][k] * local[k][j];
            c[i][j] = sum;
        }
    upc_barrier;
    partial[MYTHREAD] = 0;
    upc_forall (i = 0; i < N * N; i++; &c[i / N][i % N])
        partial[MYTHREAD] += c[i / N][i % N];
    upc_barrier;
    double total = 0;
    for (i = 0; i < THREADS; i++)
        total += partial[i];
    CHECK(total == 2.0 * N * N * (N - 1));
    check_done();
    return 0;
}
