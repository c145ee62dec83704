/* Scatter down a binomial or k-nomial tree: each thread reads the blocks of its branch from its parent, the last piece first, so that the
 * largest of its own branches can go on soonest. The parent says where they are, then signals every piece that it has got;
 * the root has all. */
#include "../algorithms.h"
#include "../branch.h"
#include "../buffer.h"
#include "../edge.h"

struct pull {
  const struct upcr_call *call;
  const struct upcr_branch *b;
  upcr_pts_t from, data; /* where the parent has its blocks, and the thread its own */
  int parent;
  size_t parent_pieces, parent_piece, seen; /* of the parent: 0 where it is the root */
};

/* Waits until the parent has the bytes from `low` on, counted in the thread's branch. */
static void await_from(struct pull *p, size_t low) {
  size_t n = p->call->nbytes, at = (size_t)(p->b->rank - p->b->parent_rank) * n + low;
  size_t above = (size_t)p->b->parent_span * n - at;
  size_t needed = p->parent_pieces ? (above + p->parent_piece - 1) / p->parent_piece : 0;
  for (; p->seen < needed; p->seen++)
    upcr_wait_signal(p->call, p->parent);
}

static void read_piece(struct pull *p, size_t low, size_t n) {
  size_t at = (size_t)(p->b->rank - p->b->parent_rank) * p->call->nbytes + low;
  await_from(p, low);
  if (p->parent_pieces)
    upcr_move(p->data + low, p->from + at, n);
  else
    upcr_from_root_array(p->call, p->data + low, p->from, at, n);
  for (int c = 0; c < p->b->children; c++)
    upcr_signal(p->call, upcr_thread_at(p->call, p->b->child[c]));
}

static void tell_children(const struct upcr_call *call, const struct upcr_branch *b, upcr_pts_t data) {
  for (int c = 0; c < b->children; c++)
    upcr_send_letter(call, upcr_thread_at(call, b->child[c]), &data, sizeof data);
}

static void read_branch(struct pull *p, struct upcr_cut cut) {
  size_t total = (size_t)p->b->span * p->call->nbytes, piece, pieces = upcr_pieces(cut, total, &piece);
  if (p->b->parent_rank > 0)
    p->parent_pieces = upcr_pieces(cut, (size_t)p->b->parent_span * p->call->nbytes, &p->parent_piece);
  upcr_take_letter(p->call, p->parent, &p->from, sizeof p->from);
  tell_children(p->call, p->b, p->data);
  for (size_t i = 0, high = total; i < pieces; i++) {
    size_t n = high < piece ? high : piece;
    high -= n;
    read_piece(p, high, n);
  }
  for (; p->seen < p->parent_pieces; p->seen++)
    upcr_wait_signal(p->call, p->parent);
}

/* A thread keeps its blocks until its children have read them. */
void upcr_scatter_pull_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_branch b = upcr_branch_of(call, algorithm->parameter);
  upcr_pts_t own = upcr_part(call->dst, upcr_self.mythread, 0);
  struct pull p = {.call = call, .b = &b, .data = own, .parent = upcr_thread_at(call, b.parent_rank)};
  if (upcr_is_root(&b)) {
    tell_children(call, &b, call->src);
    upcr_move(own, call->src + (size_t)call->root * call->nbytes, call->nbytes);
  } else {
    if (!upcr_is_leaf(&b))
      p.data = upcr_buffer();
    read_branch(&p, algorithm->cut);
    upcr_signal(call, p.parent);
    upcr_move(own, p.data, call->nbytes);
  }
  for (int c = 0; c < b.children; c++)
    upcr_wait_signal(call, upcr_thread_at(call, b.child[c]));
  upcr_buffer_done(algorithm);
}
