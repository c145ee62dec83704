// matmul - c = a b, each row computed by its owner.
//
//   upcc -O2 -o matmul matmul.upc && upcrun -n 4 ./matmul
//
// `shared [N] double *` points to elements distributed in blocks of N. N is the length of a row, so
// all of row i of the matrix lies on thread i % THREADS.
//
// reference: ../reference/matmul.c

#include <stdio.h>
#include <upc_relaxed.h>

#define N 64

typedef shared [N] double *matrix_t;

// Collective: every thread calls it and gets the same matrix.
static matrix_t new_matrix(void)
{
    matrix_t m = upc_all_alloc(N, N * sizeof(double));
    if (m == NULL)
        upc_global_exit(1);
    return m;
}

// row = row i of a times b; each row of b is fetched in one piece.
static void multiply_row(double *restrict row, const double *restrict a, matrix_t b)
{
    double b_row[N];
    for (int j = 0; j < N; j++)
        row[j] = 0;
    for (int k = 0; k < N; k++) {
        upc_memget(b_row, &b[k * N], sizeof b_row);
        for (int j = 0; j < N; j++)
            row[j] += a[k] * b_row[j];
    }
}

int main(void)
{
    matrix_t a = new_matrix(), b = new_matrix(), c = new_matrix();

    // The fourth clause is a shared address: the iteration runs on the thread that has that
    // element.
    upc_forall (int i = 0; i < N; i++; &a[i * N])
        for (int j = 0; j < N; j++) {
            a[i * N + j] = (i + 2 * j) % 7;
            b[i * N + j] = (3 * i + j) % 5;
        }
    upc_barrier;

    upc_forall (int i = 0; i < N; i++; &c[i * N])
        multiply_row((double *)&c[i * N], (double *)&a[i * N], b);
    upc_barrier;

    if (MYTHREAD == 0) {
        double trace = 0, sum = 0;
        for (int i = 0; i < N; i++) {
            trace += c[i * N + i];
            for (int j = 0; j < N; j++)
                sum += c[i * N + j] * ((i + j) % 3);
        }
        printf("trace %.0f, weighted sum %.0f\n", trace, sum);
    }
    upc_all_free(a);
    upc_all_free(b);
    upc_all_free(c);
    return 0;
}
