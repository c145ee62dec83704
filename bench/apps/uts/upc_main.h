/* SPDX-License-Identifier: Apache-2.0 */
/* The search of the UPC forms. They define NAME; give(), which moves the oldest CHUNK nodes of the
 * stack to the thread's pool; take(v), which moves a chunk of v's pool to the stack and returns
 * whether there was one; and count_idle(by). */
#include "../app_upc.h"

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

/* Visits the whole tree in each round; returns the error of the counts. */
static long rounds(struct measure *m, const struct tree *tree) {
  long wrong = 0, expected = uts_expected(&stack, tree);
  for (int round = uts_rounds(); round > 0; round--) {
    stack.visited = stack.bottom = stack.top = 0;
    if (MYTHREAD == 0) {
      stack.node[stack.top++] = uts_root(tree);
      idle = 0;
    }
    double start = app_start();
    search(tree);
    app_stop(m, start, expected);
    wrong += labs(app_all(stack.visited) - expected);
  }
  return wrong;
}

int main(int argc, char **argv) {
  static struct measure m[UTS_TREES];
  static char name[UTS_TREES][32];
  int status = 0;
  const char *unknown = uts_unknown(argc - 1, argv + 1);
  if (unknown)
    return MYTHREAD == 0 ? uts_refuse(unknown) : 2;
  lock[MYTHREAD] = upc_global_lock_alloc();
  ready[MYTHREAD] = 0;
  prepare();
  for (int k = 0; k < UTS_TREES; k++) {
    if (!uts_is_chosen(k, argc - 1, argv + 1))
      continue;
    snprintf(name[k], sizeof name[k], NAME "_%s", uts_trees[k].name);
    m[k].name = name[k];
    long wrong = rounds(&m[k], &uts_trees[k]);
    if (MYTHREAD == 0)
      status |= app_end_upc(&m[k], wrong);
    upc_barrier;
  }
  return status;
}
