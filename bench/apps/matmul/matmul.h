/* SPDX-License-Identifier: Apache-2.0 */
/* The product of two square matrices of small integers, so sums are exact in any order. */
#include "../app.h"

#ifdef APP_SMALL
enum { N = 32 };
#else
enum { N = 192 };
#endif

static inline double matmul_a(int i, int j) { return (double)((i * 3 + j) % 17); }

static inline double matmul_b(int i, int j) { return (double)((i + j * 5) % 13); }

static inline double matmul_expected(int i, int j) {
  double sum = 0;
  for (int l = 0; l < N; l++)
    sum += matmul_a(i, l) * matmul_b(l, j);
  return sum;
}
