/* Reduce to all up and down a tree, a fragment at a time: each thread combines the vectors of its children, where they lie, with its
 * own in dst, then copies the result from its parent. A fragment goes down while later ones still come up: along a chain that keeps all
 * links busy with large vectors. */
#include "../algorithms.h"
#include "../edge.h"
#include "../reduce/vector.h"
#include "../tree.h"

struct tree {
  const struct upcr_call *call;
  const struct upcr_node *node;
  struct upcr_cut cut;
};

static upcr_pts_t own(const struct tree *t, size_t at) { return upcr_part(t->call->dst, upcr_self.mythread, at); }

static void signal_children(const struct tree *t) {
  for (int c = 0; c < t->node->count; c++)
    upcr_signal(t->call, t->node->child[c]);
}

/* The root has the result of the fragment then. */
static void go_up(const struct tree *t, size_t i) {
  size_t n, at = upcr_fragment(t->cut, t->call->nbytes, i, &n);
  for (int c = t->node->count - 1; c >= 0; c--) {
    upcr_wait_signal(t->call, t->node->child[c]);
    upcr_combine_vectors(t->call, own(t, at), own(t, at), upcr_part(t->call->dst, t->node->child[c], at), n);
  }
  if (t->node->parent >= 0)
    upcr_signal(t->call, t->node->parent);
  else
    signal_children(t);
}

/* The parent's signal comes after it has read the caller's part, which may be overwritten. */
static void go_down(const struct tree *t, size_t i) {
  size_t n, at = upcr_fragment(t->cut, t->call->nbytes, i, &n);
  upcr_wait_signal(t->call, t->node->parent);
  upcr_move(own(t, at), upcr_part(t->call->dst, t->node->parent, at), n);
  signal_children(t);
}

void upcr_reduce_all_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct tree t = {call, upcr_tree_node(algorithm, 0), algorithm->cut};
  size_t fragments = upcr_fragment_count(algorithm->cut, call->nbytes);
  upcr_move(own(&t, 0), upcr_part(call->src, upcr_self.mythread, 0), call->nbytes);
  for (size_t i = 0; i < fragments; i++)
    go_up(&t, i);
  for (size_t i = 0; i < fragments && t.node->parent >= 0; i++)
    go_down(&t, i);
  if (t.node->parent >= 0)
    upcr_report(call, t.node->parent);
  for (int c = 0; c < t.node->count; c++)
    upcr_await_report(call, t.node->child[c]);
}
