/* Gather up a binomial or k-nomial tree: each thread writes the blocks of its branch to its parent, which says where, the first piece
 * first. A piece goes on when all of it is there: the thread's own block lies first, then the branches of its children, the
 * smallest first. */
#include "../algorithms.h"
#include "../branch.h"
#include "../buffer.h"
#include "../edge.h"

struct push {
  const struct upcr_call *call;
  const struct upcr_branch *b;
  struct upcr_cut cut;
  upcr_pts_t data;
};

/* Waits for the pieces of child c that have bytes below `high` of the thread's branch. */
static void await_child(struct push *p, int c, size_t high) {
  size_t at = (size_t)(p->b->child[c] - p->b->rank) * p->call->nbytes,
         n = (size_t)p->b->child_span[c] * p->call->nbytes;
  size_t piece, pieces = upcr_pieces(p->cut, n, &piece), wanted = high > at ? high - at : 0, needed = pieces;
  if (wanted < n)
    needed = wanted == 0 ? 0 : (wanted + piece - 1) / piece;
  for (; p->b->pieces[c] < needed; p->b->pieces[c]++)
    upcr_wait_signal(p->call, upcr_thread_at(p->call, p->b->child[c]));
}

static void await_below(struct push *p, size_t high) {
  for (int c = p->b->children - 1; c >= 0; c--)
    await_child(p, c, high);
}

static void write_branch(struct push *p) {
  size_t n = p->call->nbytes, total = (size_t)p->b->span * n, piece, pieces = upcr_pieces(p->cut, total, &piece);
  size_t at = (size_t)(p->b->rank - p->b->parent_rank) * n;
  int parent = upcr_thread_at(p->call, p->b->parent_rank);
  upcr_pts_t to;
  upcr_take_letter(p->call, parent, &to, sizeof to);
  for (size_t i = 0, low = 0; i < pieces; i++, low += piece) {
    size_t length = total - low < piece ? total - low : piece;
    await_below(p, low + length);
    if (p->b->parent_rank == 0)
      upcr_to_root_array(p->call, to, at + low, p->data + low, length);
    else
      upcr_move(to + at + low, p->data + low, length);
    upcr_signal(p->call, parent);
  }
}

/* Where the thread collects its branch; its own block is there. */
static upcr_pts_t begin(const struct upcr_call *call, const struct upcr_branch *b) {
  upcr_pts_t own = upcr_part(call->src, upcr_self.mythread, 0), data = own;
  if (upcr_is_root(b)) {
    upcr_move(call->dst + (size_t)call->root * call->nbytes, own, call->nbytes);
    data = call->dst;
  } else if (!upcr_is_leaf(b)) {
    data = upcr_buffer();
    upcr_move(data, own, call->nbytes);
  }
  return data;
}

void upcr_gather_push_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_branch b = upcr_branch_of(call, algorithm->parameter);
  struct push p = {.call = call, .b = &b, .cut = algorithm->cut, .data = begin(call, &b)};
  for (int c = 0; c < b.children; c++)
    upcr_send_letter(call, upcr_thread_at(call, b.child[c]), &p.data, sizeof p.data);
  if (upcr_is_root(&b))
    await_below(&p, (size_t)b.span * call->nbytes);
  else
    write_branch(&p);
  upcr_buffer_done(algorithm);
}
