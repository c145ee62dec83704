/* SPDX-License-Identifier: Apache-2.0 */
/* Scatter and gather on the binomial or k-nomial tree over all threads by number (patterns/tree.h),
 * in which the blocks of a branch are contiguous.
 *
 * A thread holds the blocks of its branch in the order of ranks, which count threads from the root
 * on; the root holds those of its array in the order of threads. The blocks of a child's branch
 * pass each edge of the tree piece by piece, moved by the child (pull of a scatter, push of a
 * gather) or by the parent. A letter has told the mover where the other's blocks are. In a scatter
 * the last piece goes first, so that the largest of the child's branches continues soonest; in a
 * gather the first piece goes first. A thread keeps its blocks until their readers have reported.
 */
#include <stdlib.h>

#include "../topology.h"
#include "../copies.h"

/* The edge between a child and its parent: n bytes of the child's branch, which begin at byte `at`
 * of the parent's. */
struct branch_transfer {
  int thread; /* the other */
  size_t at, n, pieces, piece, done;
  upcr_pts_t peer_data; /* where it has its blocks; of the one who moves */
};

struct branch {
  const struct upcr_call *call;
  struct upcr_cut cut;
  bool is_down, child_moves, reads; /* reads: who moves them does, or else writes */
  int rank, span, parent_rank;      /* parent_rank -1: the root */
  struct branch_transfer up, *down; /* down: [children], to be freed */
  int children;
  upcr_pts_t data; /* where the thread has the blocks of its branch */
};

static int rank_of(const struct upcr_call *call, int thread) {
  return (thread - call->root + upcr_self.threads) % upcr_self.threads;
}

static int span_of(const struct upcr_call *call, int rank) {
  return upcr_knomial_span(rank, upcr_self.threads, call->algorithm->parameter);
}

/* The edge between two ranks, of which `other` is the other thread's. */
static struct branch_transfer transfer_of(const struct branch *b, int parent, int child,
                                          int other) {
  struct branch_transfer t = {.thread = other,
                              .at = (size_t)(child - parent) * b->call->nbytes,
                              .n = (size_t)span_of(b->call, child) * b->call->nbytes};
  t.piece = upcr_fragment_length(b->cut, t.n);
  t.pieces = upcr_fragment_count(b->cut, t.n);
  return t;
}

static struct branch branch_of(const struct upcr_call *call, bool child_moves) {
  const struct upcr_node *node = upcr_tree_node(call->algorithm, call->root);
  struct branch b = {.call = call,
                     .cut = call->algorithm->cut,
                     .is_down = call->which == UPCR_ALL_SCATTER,
                     .child_moves = child_moves,
                     .reads = (call->which == UPCR_ALL_SCATTER) == child_moves,
                     .rank = rank_of(call, upcr_self.mythread),
                     .parent_rank = node->parent < 0 ? -1 : rank_of(call, node->parent),
                     .children = node->count};
  b.span = span_of(call, b.rank);
  b.down = upcr_kept_memory((size_t)node->count * sizeof *b.down + 1, "branches");
  if (b.parent_rank >= 0)
    b.up = transfer_of(&b, b.parent_rank, b.rank, node->parent);
  for (int c = 0; c < b.children; c++)
    b.down[c] = transfer_of(&b, b.rank, rank_of(call, node->child[c]), node->child[c]);
  return b;
}

static bool is_root(const struct branch *b) { return b->parent_rank < 0; }

/* Bytes of buffer for the blocks of the thread's branch: none at the root, whose array has them,
 * nor at a leaf. */
size_t upcr_room_of_branch(const struct upcr_call *call) {
  int rank = rank_of(call, upcr_self.mythread), span = span_of(call, rank);
  return rank == 0 || span == 1 ? 0 : (size_t)span * call->nbytes;
}

/* Where the byte is in the order of threads, and how many follow it there. */
static size_t place(const struct upcr_call *call, size_t at, size_t *follow) {
  size_t end = (size_t)(upcr_self.threads - call->root) * call->nbytes; /* rank of thread 0 */
  *follow = at < end ? end - at : ~(size_t)0;
  return at < end ? (size_t)call->root * call->nbytes + at : at - end;
}

/* Moves n bytes at `low` of the child's branch between parent and child. */
static void move(const struct branch *b, const struct branch_transfer *t, bool parent_is_root,
                 upcr_pts_t parent, upcr_pts_t child, size_t low, size_t n) {
  for (size_t done = 0, length = n; done < n; done += length) {
    size_t at = t->at + low + done;
    if (parent_is_root)
      at = place(b->call, at, &length);
    length = n - done < length ? n - done : length;
    upcr_pts_t above = parent + at, below = child + low + done;
    upcr_move(b->is_down ? below : above, b->is_down ? above : below, length);
  }
}

/* Where the next piece begins, and its length. */
static size_t next_piece(const struct branch *b, const struct branch_transfer *t, size_t *n) {
  size_t before = t->done * t->piece, left = t->n - before;
  *n = left < t->piece ? left : t->piece;
  return b->is_down ? left - *n : before;
}

/* Announces that the next piece of an edge is ready. A letter tells the reader of the first buffer
 * where it is. */
static void say_ready(const struct branch *b, const struct branch_transfer *t) {
  if (b->reads && t->done == 0)
    upcr_send_letter(b->call, t->thread, &b->data, sizeof b->data);
  else
    upcr_signal(b->call, t->thread);
}

static void await_ready(const struct branch *b, struct branch_transfer *t) {
  if (b->reads && t->done == 0)
    upcr_take_letter(b->call, t->thread, &t->peer_data, sizeof t->peer_data);
  else
    upcr_wait_signal(b->call, t->thread);
}

static void pass_own_piece(struct branch *b) {
  size_t n, low = next_piece(b, &b->up, &n);
  if (b->is_down)
    await_ready(b, &b->up);
  if (b->child_moves)
    move(b, &b->up, b->parent_rank == 0, b->up.peer_data, b->data, low, n);
  if (!b->is_down)
    say_ready(b, &b->up);
  b->up.done++;
}

/* The pieces of the children's branches in bytes [low, high) of the caller's. */
static void pass_pieces(struct branch *b, size_t low, size_t high) {
  for (int k = 0; k < b->children; k++) {
    struct branch_transfer *t = &b->down[b->is_down ? k : b->children - 1 - k];
    for (; t->done < t->pieces; t->done++) {
      size_t n, at = next_piece(b, t, &n);
      if (t->at + at < low || t->at + at >= high)
        break;
      if (!b->is_down)
        await_ready(b, t);
      if (!b->child_moves)
        move(b, t, is_root(b), b->data, t->peer_data, at, n);
      if (b->is_down)
        say_ready(b, t);
    }
  }
}

/* The caller's own block, of dst or of src. */
static upcr_pts_t own_block(const struct branch *b) {
  return upcr_part(b->is_down ? b->call->dst : b->call->src, upcr_self.mythread, 0);
}

/* Between its place in the caller's branch and `own`. */
static void move_own_block(const struct branch *b, upcr_pts_t own) {
  upcr_pts_t held = b->data + (is_root(b) ? (size_t)b->call->root * b->call->nbytes : 0);
  upcr_move(b->is_down ? own : held, b->is_down ? held : own, b->call->nbytes);
}

/* The threads to which others write tell them the place. */
static void tell_where(struct branch *b) {
  if (!is_root(b) && !b->child_moves)
    upcr_send_letter(b->call, b->up.thread, &b->data, sizeof b->data);
  for (int c = 0; c < b->children; c++) {
    struct branch_transfer *t = &b->down[c];
    if (b->child_moves)
      upcr_send_letter(b->call, t->thread, &b->data, sizeof b->data);
    else
      upcr_take_letter(b->call, t->thread, &t->peer_data, sizeof t->peer_data);
  }
  if (!is_root(b) && b->child_moves)
    upcr_take_letter(b->call, b->up.thread, &b->up.peer_data, sizeof b->up.peer_data);
}

static void pass_all(struct branch *b) {
  while (!is_root(b) && b->up.done < b->up.pieces) {
    size_t n, low = next_piece(b, &b->up, &n);
    if (!b->is_down)
      pass_pieces(b, 0, low + n);
    pass_own_piece(b);
    if (b->is_down)
      pass_pieces(b, low, b->up.n);
  }
  pass_pieces(b, 0, ~(size_t)0);
}

static void run(const struct upcr_call *call, bool child_moves) {
  struct branch b = branch_of(call, child_moves);
  upcr_pts_t own = own_block(&b);
  bool is_leaf = b.span == 1, reads_parent = b.is_down && child_moves,
       reads_child = !b.is_down && !child_moves;
  b.data = is_root(&b) ? (b.is_down ? call->src : call->dst) : is_leaf ? own : upcr_buffer();
  if (!b.is_down)
    move_own_block(&b, own);
  if (!b.reads)
    tell_where(&b);
  pass_all(&b);
  if (!is_root(&b) && reads_parent)
    upcr_signal(call, b.up.thread);
  for (int c = 0; c < b.children && reads_child; c++)
    upcr_signal(call, b.down[c].thread);
  if (b.is_down)
    move_own_block(&b, own);
  for (int c = 0; c < b.children && reads_parent; c++)
    upcr_wait_signal(call, b.down[c].thread);
  if (!is_root(&b) && reads_child)
    upcr_wait_signal(call, b.up.thread);
  free(b.down);
}

void upcr_branches_by_child(const struct upcr_call *call) { run(call, true); }
void upcr_branches_by_parent(const struct upcr_call *call) { run(call, false); }
