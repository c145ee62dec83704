/* Scatter and gather on the binomial or k-nomial tree over all threads by number (patterns/tree.h): the blocks of a branch lie
 * together.
 *
 * Ranks count threads from the root on, around. A thread holds the blocks of its branch in the order of ranks, the root those
 * of its array in the order of threads. */
#ifndef UPCR_COLL_BRANCH_H
#define UPCR_COLL_BRANCH_H

#include "register.h"

struct upcr_branch {
  int rank, span;               /* the thread's rank, and how many ranks its branch has */
  int parent_rank, parent_span; /* -1 and 0: the root */
  int children;
  const int *child,
      *child_span; /* ranks, the largest branches first; valid until the thread's next call of upcr_branch_of */
  size_t *pieces;  /* a count for each child, 0 */
};

/* The caller's branch of the tree of that radix. */
struct upcr_branch upcr_branch_of(const struct upcr_call *call, int radix);

/* Bytes that the thread wants to hold the blocks of its branch: none at the root, whose array has them, nor at a leaf. */
size_t upcr_room_of_branch(const struct upcr_call *call, const struct upcr_algorithm *algorithm);

int upcr_thread_at(const struct upcr_call *call, int rank);

static inline bool upcr_is_root(const struct upcr_branch *b) { return b->parent_rank < 0; }
static inline bool upcr_is_leaf(const struct upcr_branch *b) { return b->span == 1; }

/* Bytes [at, at + n) of the root's array, counted in the order of ranks, from or to consecutive bytes. */
void upcr_from_root_array(const struct upcr_call *call, upcr_pts_t to, upcr_pts_t array, size_t at, size_t n);
void upcr_to_root_array(const struct upcr_call *call, upcr_pts_t array, size_t at, upcr_pts_t from, size_t n);

/* A branch of n bytes goes in this many pieces, each but the last of *piece bytes. At least one. */
size_t upcr_pieces(struct upcr_cut cut, size_t n, size_t *piece);

#endif
