/* The sparse product with the vector behind a pointer: each thread computes all its products, then
 * adds them up by rows. */
#include <upc_relaxed.h>

#include "sparse.h"

static shared [N / THREADS] double x[N], y[N];
#define NAME "sparse_pointers"

static void multiply(const int *start, const int *column, const double *value, int first) {
  static double product[N / THREADS * LENGTH_MOST];
  shared [N / THREADS] double *vector = x;
  int count = start[N / THREADS];
  for (int k = 0; k < count; k++)
    product[k] = value[k] * vector[column[k]];
  upc_forall (int i = 0; i < N; i++; &y[i]) {
    double sum = 0;
    for (int k = start[i - first]; k < start[i - first + 1]; k++)
      sum += product[k];
    y[i] = sum;
  }
}

#include "upc_main.h"
