/* SPDX-License-Identifier: Apache-2.0 */
/* Tree search with a task for each node: the library steals work and finds the end. */
#include <upc_relaxed.h>
#include <upcx_tasks.h>

#include "uts.h"

/* Waiting nodes of a thread; with more, the search goes on by calls, which need a stack as deep as
 * the tree. */
enum { WAITING = 1 << 16 };

static struct stack stack;
static const struct tree *tree;
#define NAME "uts_tasks"

static void prepare(void) {}
static void reset(void) {}

static void visit(const void *argument, void *result) {
  const struct node *node = argument;
  struct node child;
  (void)result;
  stack.visited++;
  for (int i = uts_children(tree, node) - 1; i >= 0; i--) {
    uts_child(&child, node, i);
    upcx_task_start(UPCX_TASK_ANY, visit, &child, sizeof child);
  }
}

static void search(const struct tree *its) {
  tree = its;
  upcx_tasks_begin(WAITING);
  if (stack.top > 0)
    upcx_task_start(UPCX_TASK_ANY, visit, &stack.node[0], sizeof stack.node[0]);
  upcx_tasks_end();
}

#include "upc_main.h"
