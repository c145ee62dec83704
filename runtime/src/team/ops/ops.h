/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of the operations of teams: each appends the steps of the calling member. Memory is the
 * member's own; what is said to be shared may be read by others until the operation is complete. */
#ifndef UPCR_TEAM_OPS_OPS_H
#define UPCR_TEAM_OPS_OPS_H

#include "../op.h"
#include "../../coll/constants.h"

/* Blocks of an array in rank order: `at` and `nbytes` of each, in bytes. */
struct upcr_blocks {
  bool vary;
  bool is_one;          /* the same block, at 0, whatever the rank */
  size_t each;          /* of a uniform one */
  const size_t *nbytes; /* [size] */
  const size_t *at;
};

static inline size_t upcr_block_bytes(const struct upcr_blocks *b, int rank) {
  return b->vary ? b->nbytes[rank] : b->each;
}
static inline size_t upcr_block_at(const struct upcr_blocks *b, int rank) {
  if (b->vary)
    return b->at[rank];
  return b->is_one ? 0 : b->each * (size_t)rank;
}

/* Where the last block ends: bytes of the array. */
size_t upcr_blocks_end(const struct upcr_blocks *b, int size);

/* The same sizes, one block after the other without gaps. `at` is to be freed. */
struct upcr_packed {
  struct upcr_blocks blocks;
  size_t *at;
  size_t all, largest; /* bytes, of the array and of a block */
};
struct upcr_packed upcr_blocks_packed(const struct upcr_blocks *b, int size);

/* A digest of both arrays, on top of `digest`. */
uint32_t upcr_blocks_digest(const struct upcr_blocks *b, int size, uint32_t digest);

void upcr_plan_barrier(struct upcr_op *op);

/* `from`: the root's n bytes, shared. `to`: n bytes of each; shared where the member passes data
 * on. */
void upcr_plan_broadcast(struct upcr_op *op, int root, char *to, const char *from, size_t n);
bool upcr_passes_on(const struct upcr_op *op, int root); /* does the member do so? */

/* `to`: all blocks, shared; the member's own is in its place when the plan begins. */
void upcr_plan_gather_all(struct upcr_op *op, char *to, const struct upcr_blocks *b);

/* The same of private memory: `b` says where blocks go in `all`, `packed` where they lie, without
 * gaps, in `bytes` bytes where they are handed on. `own`: the member's block. */
void upcr_plan_gather_all_private(struct upcr_op *op, char *all, const struct upcr_blocks *b,
                                  const char *own, const struct upcr_blocks *packed, size_t bytes);

/* A member's sends and receives in one step: scatter, gather, exchange and
 * permute differ in nothing else. Ranks may be the member's own. */
enum { UPCR_EVERYONE = -1, UPCR_NOBODY = -2 };
struct upcr_moves {
  int gives, takes; /* to and from which rank, EVERYONE or NOBODY */
  char *to;         /* where blocks go that are taken: of_to says where each */
  const char *from; /* where blocks lie that are given, shared: of_from says where each */
  const char *own;  /* the block that the member gives to itself, if it does */
  struct upcr_blocks of_to, of_from; /* by the rank of the other */
};
void upcr_plan_blocks(struct upcr_op *op, const struct upcr_moves *m);

/* Offers every other the same n bytes; awaits at the end that all have read them. */
void upcr_plan_offer_all(struct upcr_op *op, const char *from, size_t n);
void upcr_plan_await_all(struct upcr_op *op, size_t n);

/* The rank k after the member's own, around. */
static inline int upcr_rank_after(const struct upcr_op *op, int k) {
  return (op->team->rank + k) % op->team->size;
}

/* Reductions have op->reduction, n bytes of elements in each vector. `from`: the member's
 * vector, shared. `to` may be `from`. */
void upcr_plan_reduce(struct upcr_op *op, int root, char *to, const char *from, size_t n);
/* `shared`: n bytes of shared memory for parts of the result, which may be `from` or `to`. */
void upcr_plan_reduce_all(struct upcr_op *op, char *to, const char *from, char *shared, size_t n);
void upcr_plan_prefix(struct upcr_op *op, char *to, const char *from,
                      size_t n); /* `to` is shared */
void upcr_plan_prefix_exclusive(struct upcr_op *op, char *to, const char *from, size_t n);

/* `from`: size vectors of n bytes, shared. `to`: n bytes of the member, apart from `from`. */
void upcr_plan_reduce_scatter(struct upcr_op *op, char *to, const char *from, size_t n);

/* NOSYNC on both sides: folds n bytes at `at` of src of ranks 0 to ranks - 1 to `to`, in the
 * order of ranks, without asking them. `to` may be the member's own part of src where no other
 * reads that. */
void upcr_plan_fold_ranks(struct upcr_op *op, char *to, upcr_ppts_t src, int ranks, size_t at,
                          size_t n);

/* True where it is no loss that each member reads all vectors, of n bytes. */
bool upcr_team_reads_all(const struct upcr_op *op, size_t n);

/* Whole operations for the functions of teams themselves. */
struct upcr_op *upcr_team_barrier(upcx_team_t team, enum upcr_collective function);
struct upcr_op *upcr_team_gather_private(upcx_team_t team, enum upcr_collective function,
                                         const void *own, size_t size, void *all);

#endif
