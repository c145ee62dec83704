/* SPDX-License-Identifier: Apache-2.0 */
/* LU without pivoting of a diagonally dominant matrix. Rows are dealt to the threads in turn. */
#include <math.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 32 };
#else
enum { N = 384 };
#endif

/* The number of element updates: the time is given per update. */
enum { LU_STEPS = (N - 1) * N / 2 * (2 * N - 1) / 3 };

static inline double lu_first(int i, int j) {
  return i == j ? 10 * N : (double)(mix((uint64_t)(i * N + j)) % 10);
}

/* Eliminates column k of row i of A. */
#define LU_ROW(A, i, k)                                                                            \
  A[i][k] /= A[k][k];                                                                              \
  for (int j = k + 1; j < N; j++)                                                                  \
  A[i][j] -= A[i][k] * A[k][j]

/* The number of elements that differ from those of a serial run. */
static inline long lu_wrong(double (*found)[N]) {
  static double a[N][N];
  long wrong = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = lu_first(i, j);
  for (int k = 0; k < N; k++)
    for (int i = k + 1; i < N; i++) {
      LU_ROW(a, i, k);
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      wrong += !(fabs(a[i][j] - found[i][j]) < 1e-9);
  return wrong;
}
