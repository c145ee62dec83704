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

#include "../geometry.h"
#include "../topology.h"

/* An edge at the caller: n bytes of the child's branch, from byte `at` of the parent's on. */
struct edge {
  int thread;     /* the other */
  bool arrives;   /* blocks come to the caller, or else leave */
  bool is_mine;   /* the caller moves them */
  bool from_root; /* the parent is the root */
  size_t at, n, piece, pieces, done;
  upcr_pts_t theirs; /* where the other has its blocks; known if the caller moves them */
};

struct branch {
  const struct upcr_call *call;
  bool is_down, reads;    /* reads: who moves the blocks does, or else writes */
  struct edge *up, *down; /* up: 0 at the root; down: [children] */
  int children;
  upcr_pts_t data; /* where the thread has the blocks of its branch */
};

static int rank_of(const struct upcr_call *call, int thread) {
  return (thread - call->root + upcr_self.threads) % upcr_self.threads;
}

static int span_of(const struct upcr_call *call, int rank) {
  return upcr_knomial_span(rank, upcr_self.threads, call->algorithm->parameter);
}

static struct edge edge_of(const struct branch *b, int parent, int child, bool child_moves) {
  bool is_up = child == upcr_self.mythread;
  int above = rank_of(b->call, parent), below = rank_of(b->call, child);
  size_t n = (size_t)span_of(b->call, below) * b->call->nbytes;
  return (struct edge){.thread = is_up ? parent : child,
                       .arrives = is_up == b->is_down,
                       .is_mine = is_up == child_moves,
                       .from_root = above == 0,
                       .at = (size_t)(below - above) * b->call->nbytes,
                       .n = n,
                       .piece = upcr_fragment_length(b->call->algorithm->cut, n),
                       .pieces = upcr_fragment_count(b->call->algorithm->cut, n)};
}

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

/* Moves n bytes at `low` of the child's branch over the edge. */
static void move(const struct branch *b, const struct edge *e, size_t low, size_t n) {
  bool is_up = e == b->up;
  for (size_t done = 0, length = n; done < n; done += length) {
    size_t in_child = low + done, in_parent = e->at + in_child;
    if (e->from_root)
      in_parent = place(b->call, in_parent, &length);
    length = upcr_least(n - done, length);
    upcr_pts_t own = b->data + (is_up ? in_child : in_parent),
               theirs = e->theirs + (is_up ? in_parent : in_child);
    upcr_move(e->arrives ? own : theirs, e->arrives ? theirs : own, length);
  }
}

/* Where the next piece begins, and its length. */
static size_t next_piece(const struct branch *b, const struct edge *e, size_t *n) {
  size_t before = e->done * e->piece, left = e->n - before;
  *n = left < e->piece ? left : e->piece;
  return b->is_down ? left - *n : before;
}

static void send_place(const struct branch *b, struct edge *e) {
  upcr_send_letter(b->call, e->thread, &b->data, sizeof b->data);
}

static void take_place(const struct branch *b, struct edge *e) {
  upcr_take_letter(b->call, e->thread, &e->theirs, sizeof e->theirs);
}

/* A signal announces a piece; the first one, if it is to be read, a letter that says where the
 * blocks are. */
static void pass_piece(const struct branch *b, struct edge *e) {
  bool by_letter = b->reads && e->done == 0;
  size_t n, low = next_piece(b, e, &n);
  if (e->arrives && by_letter)
    take_place(b, e);
  else if (e->arrives)
    upcr_wait_signal(b->call, e->thread);
  if (e->is_mine)
    move(b, e, low, n);
  if (!e->arrives && by_letter)
    send_place(b, e);
  else if (!e->arrives)
    upcr_signal(b->call, e->thread);
  e->done++;
}

/* The pieces of the children's branches in bytes [low, high) of the caller's.
 */
static void pass_pieces(const struct branch *b, size_t low, size_t high) {
  for (int k = 0; k < b->children; k++) {
    struct edge *e = &b->down[b->is_down ? k : b->children - 1 - k];
    for (; e->done < e->pieces; pass_piece(b, e)) {
      size_t n, at = e->at + next_piece(b, e, &n);
      if (at < low || at >= high)
        break;
    }
  }
}

static void pass_all(const struct branch *b) {
  struct edge *up = b->up;
  while (up && up->done < up->pieces) {
    size_t n, low = next_piece(b, up, &n);
    if (!b->is_down)
      pass_pieces(b, 0, low + n);
    pass_piece(b, up);
    if (b->is_down)
      pass_pieces(b, low, up->n);
  }
  pass_pieces(b, 0, ~(size_t)0);
}

/* The caller's own block, between its place in the branch and its own. */
static void move_own_block(const struct branch *b) {
  upcr_pts_t own = upcr_own_part(b->call),
             held = b->data + (b->up ? 0 : (size_t)b->call->root * b->call->nbytes);
  upcr_move(b->is_down ? own : held, b->is_down ? held : own, b->call->nbytes);
}

/* Those whose blocks the caller moves, or the others. */
#define FOR_EDGES(e, b, mine)                                                                      \
  for (struct edge *e = (b)->up ? (b)->up : (b)->down; e < (b)->down + (b)->children; e++)         \
    if (e->is_mine == (mine))

static void run(const struct branch *b) {
  if (!b->is_down)
    move_own_block(b);
  if (!b->reads) {
    FOR_EDGES(e, b, false) { send_place(b, e); }
    FOR_EDGES(e, b, true) { take_place(b, e); }
  }
  pass_all(b);
  if (b->reads)
    FOR_EDGES(e, b, true) { upcr_signal(b->call, e->thread); }
  if (b->is_down)
    move_own_block(b);
  if (b->reads)
    FOR_EDGES(e, b, false) { upcr_wait_signal(b->call, e->thread); }
}

static void pass_branches(const struct upcr_call *call, bool child_moves) {
  const struct upcr_node *node = upcr_tree_node(call->algorithm, call->root);
  bool is_down = call->which == UPCR_ALL_SCATTER;
  int me = upcr_self.mythread;
  struct edge *edges = upcr_kept_memory((size_t)(node->count + 1) * sizeof *edges, "branches");
  struct branch b = {.call = call,
                     .is_down = is_down,
                     .reads = is_down == child_moves,
                     .up = node->parent < 0 ? 0 : edges,
                     .down = edges + 1,
                     .children = node->count};
  if (b.up)
    *b.up = edge_of(&b, node->parent, me, child_moves);
  for (int c = 0; c < b.children; c++)
    b.down[c] = edge_of(&b, me, node->child[c], child_moves);
  b.data = !b.up        ? (is_down ? call->src : call->dst)
           : b.children ? upcr_buffer()
                        : upcr_own_part(call);
  run(&b);
  free(edges);
}

void upcr_branches_by_child(const struct upcr_call *call) { pass_branches(call, true); }
void upcr_branches_by_parent(const struct upcr_call *call) { pass_branches(call, false); }
