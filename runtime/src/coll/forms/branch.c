/* SPDX-License-Identifier: Apache-2.0 */
/* Scatter and gather on the binomial or k-nomial tree over all threads by number
 * (patterns/tree.h): the blocks of a branch lie together.
 *
 * Ranks count threads from the root on, around. A thread holds the blocks of its branch in the
 * order of ranks, the root those of its array in the order of threads. */
#include <stdlib.h>

#include "../register.h"
#include "../topology.h"
#include "../buffer.h"
#include "../copies.h"

struct branch {
  int rank, span;               /* the thread's rank, and how many ranks its branch has */
  int parent_rank, parent_span; /* -1 and 0: the root */
  int children;
  const int *child, *child_span; /* ranks, the largest branches first; valid until the thread's next
                                    call of branch_of */
  size_t *pieces;                /* a count for each child, 0 */
};

/* Memory that the thread keeps for `children` children. */
struct upcr_branch_lists {
  int *list; /* [2 * children] */
  size_t *pieces;
  int children;
};

static struct upcr_branch_lists *lists_for(int children) {
  struct upcr_branch_lists **lists = &upcr_coll_state.branches, *kept = *lists;
  if (kept && children <= kept->children)
    return kept;
  if (kept) {
    free(kept->list);
    free(kept->pieces);
    free(kept);
  }
  kept = *lists = upcr_kept_memory(sizeof *kept, "branches");
  kept->list = upcr_kept_memory(2 * (size_t)children * sizeof *kept->list + 1, "branches");
  kept->pieces = upcr_kept_memory((size_t)children * sizeof *kept->pieces + 1, "branches");
  kept->children = children;
  return kept;
}

/* The caller's branch of the tree of that radix. */
static struct branch branch_of(const struct upcr_call *call, int radix) {
  int n = upcr_self.threads, rank = (upcr_self.mythread - call->root + n) % n;
  int most = upcr_knomial_most_children(n, radix);
  struct upcr_branch_lists *kept = lists_for(most);
  struct branch b = {.rank = rank,
                     .span = upcr_knomial_span(rank, n, radix),
                     .parent_rank = upcr_knomial_parent(rank, radix),
                     .children = upcr_knomial_children(rank, n, radix, kept->list),
                     .child = kept->list,
                     .child_span = kept->list + most,
                     .pieces = kept->pieces};
  b.parent_span = b.parent_rank < 0 ? 0 : upcr_knomial_span(b.parent_rank, n, radix);
  for (int c = 0; c < b.children; c++) {
    kept->list[most + c] = upcr_knomial_span(b.child[c], n, radix);
    kept->pieces[c] = 0;
  }
  return b;
}

/* Bytes that the thread wants to hold the blocks of its branch: none at the root, whose array
 * has them, nor at a leaf. */
size_t upcr_room_of_branch(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int n = upcr_self.threads, rank = (upcr_self.mythread - call->root + n) % n;
  int span = upcr_knomial_span(rank, n, algorithm->parameter);
  return rank == 0 || span == 1 ? 0 : (size_t)span * call->nbytes;
}

static bool is_root(const struct branch *b) { return b->parent_rank < 0; }
static bool is_leaf(const struct branch *b) { return b->span == 1; }

static int thread_at(const struct upcr_call *call, int rank) {
  return (int)(((long)call->root + rank) % upcr_self.threads);
}

/* Where the byte is in the order of threads, and how many follow it there. */
static size_t place(const struct upcr_call *call, size_t at, size_t *follow) {
  size_t end = (size_t)(upcr_self.threads - call->root) * call->nbytes; /* rank of thread 0 */
  *follow = at < end ? end - at : ~(size_t)0;
  return at < end ? (size_t)call->root * call->nbytes + at : at - end;
}

/* Copies bytes [at, at + n) of the root's array, counted in the order of ranks, to or from
 * consecutive bytes. */
static void move_at_root(const struct upcr_call *call, upcr_pts_t array, size_t at,
                         upcr_pts_t packed, size_t n, bool to_array) {
  for (size_t done = 0, length; done < n; done += length) {
    upcr_pts_t there = array + place(call, at + done, &length), here = packed + done;
    length = n - done < length ? n - done : length;
    upcr_move(to_array ? there : here, to_array ? here : there, length);
  }
}

/* A branch of n bytes goes in this many pieces, each but the last of *piece bytes. At least one. */
static size_t pieces_of(struct upcr_cut cut, size_t n, size_t *piece) {
  *piece = upcr_fragment_length(cut, n);
  return upcr_fragment_count(cut, n);
}

/* The caller's own block, of dst or of src. */
static upcr_pts_t own_block(const struct upcr_call *call) {
  return upcr_part(call->which == UPCR_ALL_SCATTER ? call->dst : call->src, upcr_self.mythread, 0);
}

static void tell_children(const struct upcr_call *call, const struct branch *b, upcr_pts_t data) {
  for (int c = 0; c < b->children; c++)
    upcr_send_letter(call, thread_at(call, b->child[c]), &data, sizeof data);
}

/* Moves the blocks of a child's branch between `data`, where the caller has its own branch's,
 * and where the child says, and signals. */
static void move_branch(const struct upcr_call *call, const struct branch *b, upcr_pts_t data,
                        int c) {
  int child = thread_at(call, b->child[c]);
  size_t at = (size_t)(b->child[c] - b->rank) * call->nbytes,
         n = (size_t)b->child_span[c] * call->nbytes;
  bool gives = call->which == UPCR_ALL_SCATTER;
  upcr_pts_t theirs;
  upcr_take_letter(call, child, &theirs, sizeof theirs);
  if (!is_root(b))
    upcr_move(gives ? theirs : data + at, gives ? data + at : theirs, n);
  else
    move_at_root(call, data, at, theirs, n, !gives);
  upcr_signal(call, child);
}

/* Scatter by pulls: each thread reads the blocks of its branch from its parent, the last piece
 * first, so that the largest of its own branches can go on soonest. The parent says where they
 * are, then signals every piece that it has got; the root has all. */
struct pull {
  const struct upcr_call *call;
  const struct branch *b;
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
    move_at_root(p->call, p->from, at, p->data + low, n, false);
  for (int c = 0; c < p->b->children; c++)
    upcr_signal(p->call, thread_at(p->call, p->b->child[c]));
}

static void read_branch(struct pull *p, struct upcr_cut cut) {
  size_t total = (size_t)p->b->span * p->call->nbytes, piece,
         pieces = pieces_of(cut, total, &piece);
  if (p->b->parent_rank > 0)
    p->parent_pieces =
        pieces_of(cut, (size_t)p->b->parent_span * p->call->nbytes, &p->parent_piece);
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
  struct branch b = branch_of(call, algorithm->parameter);
  upcr_pts_t own = own_block(call);
  struct pull p = {.call = call, .b = &b, .data = own, .parent = thread_at(call, b.parent_rank)};
  if (is_root(&b)) {
    tell_children(call, &b, call->src);
    upcr_move(own, call->src + (size_t)call->root * call->nbytes, call->nbytes);
  } else {
    if (!is_leaf(&b))
      p.data = upcr_buffer();
    read_branch(&p, algorithm->cut);
    upcr_signal(call, p.parent);
    upcr_move(own, p.data, call->nbytes);
  }
  for (int c = 0; c < b.children; c++)
    upcr_wait_signal(call, thread_at(call, b.child[c]));
  upcr_buffer_done(algorithm);
}

/* Scatter by pushes: each thread writes to its children the blocks of their branches. A child
 * says where, which is its part of dst where it has no children. */
static upcr_pts_t receive(const struct upcr_call *call, const struct branch *b) {
  int parent = thread_at(call, b->parent_rank);
  upcr_pts_t data = is_leaf(b) ? own_block(call) : upcr_buffer();
  upcr_send_letter(call, parent, &data, sizeof data);
  upcr_wait_signal(call, parent);
  return data;
}

void upcr_scatter_push_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct branch b = branch_of(call, algorithm->parameter);
  upcr_pts_t own = own_block(call), data = call->src;
  if (!is_root(&b))
    data = receive(call, &b);
  for (int c = 0; c < b.children; c++)
    move_branch(call, &b, data, c);
  upcr_move(own, is_root(&b) ? data + (size_t)call->root * call->nbytes : data, call->nbytes);
  upcr_buffer_done(algorithm);
}

/* Where the thread collects its branch of a gather; its own block is there. */
static upcr_pts_t begin_gather(const struct upcr_call *call, const struct branch *b) {
  upcr_pts_t own = own_block(call), data = own;
  if (is_root(b)) {
    upcr_move(call->dst + (size_t)call->root * call->nbytes, own, call->nbytes);
    data = call->dst;
  } else if (!is_leaf(b)) {
    data = upcr_buffer();
    upcr_move(data, own, call->nbytes);
  }
  return data;
}

/* Gather by pulls: each thread reads the blocks of its children's branches, then offers all of
 * its own branch. */
void upcr_gather_pull_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct branch b = branch_of(call, algorithm->parameter);
  upcr_pts_t data = begin_gather(call, &b);
  for (int c = b.children - 1; c >= 0; c--)
    move_branch(call, &b, data, c);
  if (!is_root(&b)) {
    int parent = thread_at(call, b.parent_rank);
    upcr_send_letter(call, parent, &data, sizeof data);
    upcr_wait_signal(call, parent);
  }
  upcr_buffer_done(algorithm);
}

/* Gather by pushes: each thread writes the blocks of its branch to its parent, which says where,
 * the first piece first. A piece goes on when all of it is there: the thread's own block lies
 * first, then the branches of its children, the smallest first. */
struct push {
  const struct upcr_call *call;
  const struct branch *b;
  struct upcr_cut cut;
  upcr_pts_t data;
};

/* Waits for the pieces of child c that have bytes below `high` of the thread's branch. */
static void await_child(struct push *p, int c, size_t high) {
  size_t at = (size_t)(p->b->child[c] - p->b->rank) * p->call->nbytes,
         n = (size_t)p->b->child_span[c] * p->call->nbytes;
  size_t piece, pieces = pieces_of(p->cut, n, &piece), wanted = high > at ? high - at : 0,
                needed = pieces;
  if (wanted < n)
    needed = wanted == 0 ? 0 : (wanted + piece - 1) / piece;
  for (; p->b->pieces[c] < needed; p->b->pieces[c]++)
    upcr_wait_signal(p->call, thread_at(p->call, p->b->child[c]));
}

static void await_below(struct push *p, size_t high) {
  for (int c = p->b->children - 1; c >= 0; c--)
    await_child(p, c, high);
}

static void write_branch(struct push *p) {
  size_t n = p->call->nbytes, total = (size_t)p->b->span * n, piece,
         pieces = pieces_of(p->cut, total, &piece);
  size_t at = (size_t)(p->b->rank - p->b->parent_rank) * n;
  int parent = thread_at(p->call, p->b->parent_rank);
  upcr_pts_t to;
  upcr_take_letter(p->call, parent, &to, sizeof to);
  for (size_t i = 0, low = 0; i < pieces; i++, low += piece) {
    size_t length = total - low < piece ? total - low : piece;
    await_below(p, low + length);
    if (p->b->parent_rank == 0)
      move_at_root(p->call, to, at + low, p->data + low, length, true);
    else
      upcr_move(to + at + low, p->data + low, length);
    upcr_signal(p->call, parent);
  }
}

void upcr_gather_push_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct branch b = branch_of(call, algorithm->parameter);
  struct push p = {.call = call, .b = &b, .cut = algorithm->cut, .data = begin_gather(call, &b)};
  tell_children(call, &b, p.data);
  if (is_root(&b))
    await_below(&p, (size_t)b.span * call->nbytes);
  else
    write_branch(&p);
  upcr_buffer_done(algorithm);
}
