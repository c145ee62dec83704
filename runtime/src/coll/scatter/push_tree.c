/* Scatter down a binomial or k-nomial tree: each thread writes to its children the blocks of their branches. A child says where, which
 * is its part of dst where it has no children. */
#include "../algorithms.h"
#include "../branch.h"
#include "../buffer.h"
#include "../edge.h"

static void give(const struct upcr_call *call, const struct upcr_branch *b, upcr_pts_t data, int c) {
  int child = upcr_thread_at(call, b->child[c]);
  size_t at = (size_t)(b->child[c] - b->rank) * call->nbytes, n = (size_t)b->child_span[c] * call->nbytes;
  upcr_pts_t to;
  upcr_take_letter(call, child, &to, sizeof to);
  if (upcr_is_root(b))
    upcr_from_root_array(call, to, data, at, n);
  else
    upcr_move(to, data + at, n);
  upcr_signal(call, child);
}

static upcr_pts_t receive(const struct upcr_call *call, const struct upcr_branch *b) {
  int parent = upcr_thread_at(call, b->parent_rank);
  upcr_pts_t own = upcr_part(call->dst, upcr_self.mythread, 0);
  upcr_pts_t data = upcr_is_leaf(b) ? own : upcr_buffer();
  upcr_send_letter(call, parent, &data, sizeof data);
  upcr_wait_signal(call, parent);
  return data;
}

void upcr_scatter_push_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_branch b = upcr_branch_of(call, algorithm->parameter);
  upcr_pts_t own = upcr_part(call->dst, upcr_self.mythread, 0), data = call->src;
  if (!upcr_is_root(&b))
    data = receive(call, &b);
  for (int c = 0; c < b.children; c++)
    give(call, &b, data, c);
  upcr_move(own, upcr_is_root(&b) ? data + (size_t)call->root * call->nbytes : data, call->nbytes);
  upcr_buffer_done(algorithm);
}
