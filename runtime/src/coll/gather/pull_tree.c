/* Gather up a binomial or k-nomial tree: each thread reads the blocks of its children's branches, then offers all of its own branch. */
#include "../algorithms.h"
#include "../branch.h"
#include "../buffer.h"
#include "../edge.h"

static void collect(const struct upcr_call *call, const struct upcr_branch *b, upcr_pts_t data, int c) {
  int child = upcr_thread_at(call, b->child[c]);
  size_t at = (size_t)(b->child[c] - b->rank) * call->nbytes, n = (size_t)b->child_span[c] * call->nbytes;
  upcr_pts_t from;
  upcr_take_letter(call, child, &from, sizeof from);
  if (upcr_is_root(b))
    upcr_to_root_array(call, data, at, from, n);
  else
    upcr_move(data + at, from, n);
  upcr_signal(call, child);
}

/* Where the thread has its own block, and room for its branch. */
static upcr_pts_t begin(const struct upcr_call *call, const struct upcr_branch *b) {
  upcr_pts_t own = upcr_part(call->src, upcr_self.mythread, 0), data;
  if (upcr_is_root(b)) {
    upcr_move(call->dst + (size_t)call->root * call->nbytes, own, call->nbytes);
    return call->dst;
  }
  if (upcr_is_leaf(b))
    return own;
  data = upcr_buffer();
  upcr_move(data, own, call->nbytes);
  return data;
}

void upcr_gather_pull_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_branch b = upcr_branch_of(call, algorithm->parameter);
  upcr_pts_t data = begin(call, &b);
  for (int c = b.children - 1; c >= 0; c--)
    collect(call, &b, data, c);
  if (!upcr_is_root(&b)) {
    int parent = upcr_thread_at(call, b.parent_rank);
    upcr_send_letter(call, parent, &data, sizeof data);
    upcr_wait_signal(call, parent);
  }
  upcr_buffer_done(algorithm);
}
