/* The matrix product optimised by hand: each thread has a copy of b; own rows are private
 * memory. */
#include <upc_relaxed.h>

#include "matmul.h"

static shared [N] double a[N][N], c[N][N];
static shared double b[N][N];
#define NAME "matmul_fast"

static void multiply(void) {
  static double all[N * N], part[N * N / THREADS];
  for (int t = 0; t < THREADS; t++) {
    upc_memget(part, &b[0][t], sizeof part);
    for (int k = 0; k < N * N / THREADS; k++)
      all[k * THREADS + t] = part[k];
  }
  for (int i = MYTHREAD; i < N; i += THREADS) {
    const double *from = (const double *)&a[i][0];
    double *to = (double *)&c[i][0];
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int l = 0; l < N; l++)
        sum += from[l] * all[l * N + j];
      to[j] = sum;
    }
  }
}

#include "upc_main.h"

APP_EQUAL_PARTS(N);
