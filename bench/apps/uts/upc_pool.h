/* SPDX-License-Identifier: Apache-2.0 */
/* The search of the forms with pools. They define NAME; give(), which moves the oldest CHUNK nodes
 * of the stack to the thread's pool; take(v), which moves a chunk of v's pool to the stack and
 * returns whether there was one; count_idle(by); and prepare_count(). */

static void prepare(void) {
  lock[MYTHREAD] = upc_global_lock_alloc();
  ready[MYTHREAD] = 0;
  prepare_count();
}

static void reset(void) {
  if (MYTHREAD == 0)
    idle = 0;
}

/* Looks for work in all pools, the own one first; false if no thread has any. A thread that is
 * counted as idle has an empty pool, and leaves the count before it takes a chunk. So when all
 * threads are counted, no work is left. */
static int find(void) {
  count_idle(1);
  while (idle < THREADS) {
    for (int k = 0; k < THREADS; k++) {
      int v = (MYTHREAD + k) % THREADS;
      if (ready[v] == 0)
        continue;
      count_idle(-1);
      if (take(v))
        return 1;
      count_idle(1);
    }
    upc_fence;
  }
  return 0;
}

static void search(const struct tree *tree) {
  do {
    while (stack.top > stack.bottom) {
      uts_visit(&stack, tree);
      if (stack.top - stack.bottom > 2 * CHUNK && ready[MYTHREAD] < POOL)
        give();
    }
    stack.top = stack.bottom = 0;
  } while (take(MYTHREAD) || find());
}

#include "upc_main.h"
