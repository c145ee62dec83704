/* SPDX-License-Identifier: Apache-2.0 */
/* The product of a sparse matrix, in compressed rows, with a vector of small integers, so sums are
 * exact. */
#include <string.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 1 << 9 };
#else
enum { N = 1 << 17 };
#endif
enum { LENGTH_MOST = 12 };

/* Rows first, first + 1, ... of the matrix; those of row first + i are start[i] to start[i + 1]
 * - 1. */
struct rows {
  int *start, *column;
  double *value;
};

static inline int sparse_length(int i) { return 4 + (int)(mix((uint64_t)i) % (LENGTH_MOST - 3)); }

static inline int sparse_column(int i, int k) {
  return (int)(mix((uint64_t)i * LENGTH_MOST + (uint64_t)k) % N);
}

static inline double sparse_value(int i, int k) { return (double)((i + k) % 5 + 1); }

static inline double sparse_x(int i) { return (double)(i % 10); }

static inline double sparse_expected(int i) {
  double sum = 0;
  for (int k = 0; k < sparse_length(i); k++)
    sum += sparse_value(i, k) * sparse_x(sparse_column(i, k));
  return sum;
}

static inline struct rows sparse_rows(int first, int count) {
  struct rows r = {malloc((size_t)(count + 1) * sizeof(int)),
                   malloc((size_t)count * LENGTH_MOST * sizeof(int)),
                   malloc((size_t)count * LENGTH_MOST * sizeof(double))};
  r.start[0] = 0;
  for (int i = 0; i < count; i++) {
    r.start[i + 1] = r.start[i] + sparse_length(first + i);
    for (int k = 0; k < sparse_length(first + i); k++) {
      r.column[r.start[i] + k] = sparse_column(first + i, k);
      r.value[r.start[i] + k] = sparse_value(first + i, k);
    }
  }
  return r;
}
