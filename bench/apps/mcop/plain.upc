/* Matrix chain ordering by subscripts only: each thread has some columns, so a row is spread over
 * all threads. */
#include <upc_relaxed.h>

#include "mcop.h"

static shared long cost[N][N];
#define NAME "mcop_plain"
#define LEFT(k) cost[i][k]
#define RIGHT(k) cost[k + 1][i + length]

static void order(const long *side) {
  for (int length = 1; length < N; length++) {
    upc_forall (int i = 0; i < N - length; i++; &cost[i][i + length]) {
      MCOP_LEAST(best, i, i + length, LEFT, RIGHT)
      cost[i][i + length] = best;
    }
    upc_barrier;
  }
}

#include "upc_main.h"
