/* The sparse product optimised by hand: each thread has a copy of the vector. */
#include <upc_relaxed.h>

#include "sparse.h"

static shared [N / THREADS] double x[N], y[N];
#define NAME "sparse_fast"

static void multiply(const int *start, const int *column, const double *value, int first) {
  static double all[N];
  double *own = (double *)&y[first];
  for (int t = 0; t < THREADS; t++)
    upc_memget(&all[t * (N / THREADS)], &x[t * (N / THREADS)], N / THREADS * sizeof *all);
  for (int i = 0; i < N / THREADS; i++) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      sum += value[k] * all[column[k]];
    own[i] = sum;
  }
}

#include "upc_main.h"
