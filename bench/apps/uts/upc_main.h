/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms. They define NAME; prepare(), called once, and reset(), before
 * each round; and the collective search(tree), which counts the nodes that the thread visits in
 * stack.visited. Thread 0's stack has the root. */
#include "../app_upc.h"

/* Visits the whole tree in each round; returns the error of the counts. */
static long rounds(struct measure *m, const struct tree *tree) {
  long wrong = 0, expected = uts_expected(&stack, tree);
  for (int round = uts_rounds(); round > 0; round--) {
    stack.visited = stack.bottom = stack.top = 0;
    if (MYTHREAD == 0)
      stack.node[stack.top++] = uts_root(tree);
    reset();
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
