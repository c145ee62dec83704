/* The sparse product by subscripts only: each thread has some rows; the vectors are shared. */
#include <upc_relaxed.h>

#include "sparse.h"

static shared [N / THREADS] double x[N], y[N];
#define NAME "sparse_plain"

static void multiply(const int *start, const int *column, const double *value, int first) {
  upc_forall (int i = 0; i < N; i++; &y[i]) {
    double sum = 0;
    for (int k = start[i - first]; k < start[i - first + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

#include "upc_main.h"
