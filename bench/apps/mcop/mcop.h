/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix chain ordering: the least number of multiplications for a product of N matrices, by
 * dynamic programming ("Hybrid PGAS Runtime Support for Multicore Nodes", section 4.1.1). Matrix i
 * has side(i) rows and side(i + 1) columns. */
#include <string.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 32 };
#else
enum { N = 384 };
#endif

/* The number of pairs of costs that are added: the time is given per pair. */
enum { MCOP_STEPS = (N - 1) * N / 2 * (N + 1) / 3 };

static inline long mcop_side(int i) { return (long)(mix((uint64_t)i) % 90) + 10; }

/* The least cost of the product of matrices i to j; LEFT(k) is the cost of i to k, RIGHT(k) of k +
 * 1 to j. */
#define MCOP_LEAST(best, i, j, LEFT, RIGHT)                                                        \
  long best = -1;                                                                                  \
  for (int k = i; k < j; k++) {                                                                    \
    long sum = LEFT(k) + RIGHT(k) + side[i] * side[k + 1] * side[j + 1];                           \
    if (best < 0 || sum < best)                                                                    \
      best = sum;                                                                                  \
  }

/* The cost of the whole product, by a serial run. */
static inline long mcop_expected(void) {
  static long cost[N][N], side[N + 1];
  for (int i = 0; i <= N; i++)
    side[i] = mcop_side(i);
  for (int length = 1; length < N; length++)
    for (int i = 0; i + length < N; i++) {
#define MCOP_SERIAL_LEFT(k) cost[i][k]
#define MCOP_SERIAL_RIGHT(k) cost[k + 1][i + length]
      MCOP_LEAST(best, i, i + length, MCOP_SERIAL_LEFT, MCOP_SERIAL_RIGHT)
      cost[i][i + length] = best;
    }
  return cost[0][N - 1];
}
