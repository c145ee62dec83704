/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the functions of <upcx_collective.h> that have a team, and the plans that serve them:
 * each appends the steps of the calling member. Memory is the member's own; what is said to be
 * shared may be read by others until the operation is complete. */
#ifndef UPCR_TEAM_OPS_OPS_H
#define UPCR_TEAM_OPS_OPS_H

#include "../../coll/constants.h"
#include "../../core/single_valued.h"
#include "../op.h"

enum { UPCX_IN_PLACE = 64 };

/* Blocks of an array in rank order: `at` and `nbytes` of each, in bytes. */
struct upcr_blocks {
  bool vary;
  bool is_one;          /* one block, at 0, for all ranks */
  size_t each;          /* of a uniform one */
  const size_t *nbytes; /* [size] */
  const size_t *at;
};

/* Bytes of a rank's block; the byte of the array at which it begins. */
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

/* The arguments of a call. */
struct upcr_team_call {
  enum upcr_collective which;    /* whose geometry (coll/geometry.h) it has */
  enum upcr_collective function; /* the function that the program called */
  upcx_team_t team;
  int flags;
  bool is_private; /* of memory at `to` and `from`, not of dst and src; MYSYNC */
  bool combines;   /* a reduction */
  bool is_counted; /* of_dst and of_src say where blocks lie, if the member has them */
  int root;        /* of private memory, 0 where there is none */
  upcr_ppts_t dst, src;
  void *to;
  const void *from;
  size_t n; /* bytes of a block unless is_counted; elements of a vector */
  int type, operation;
  struct upcr_blocks of_dst, of_src;
  const int *perm; /* of a permute alone */
};

/* The arguments that must agree in all members. Ends the job unless the flags are one mode of each.
 * `r`: of the call, or 0. */
struct upcr_arguments upcr_team_arguments(const struct upcr_team_call *call,
                                          const struct upcr_reduction *r);

/* The operation of the call, of which all steps are there. Ends the job if arguments are wrong. */
struct upcr_op *upcr_team_plan(const struct upcr_team_call *call);

/* Byte `at` of the part of the member of this rank in an array with a part on each thread. */
static inline upcr_pts_t upcr_team_part_of(const struct upcr_op *op, upcr_ppts_t array, int rank,
                                           size_t at) {
  return upcr_pts_make((unsigned long)op->team->thread[rank], upcr_pts_offset(array.p) + at);
}

/* Offered data must not change until the readers have read them. */
enum upcr_keep {
  UPCR_KEEP_NOW,      /* private: copied now; the program may write it when the call returns */
  UPCR_KEEP_ALWAYS,   /* copied by a step, since a later one writes it */
  UPCR_KEEP_IF_SHORT, /* shared: copied by a step where that saves the member a wait for readers,
                         and where the heap has room */
};

/* Blocks for others as they may be offered: in a copy without gaps, or where they are. *as says
 * where each is then; its `at` is to be freed. */
char *upcr_team_keep(struct upcr_op *op, const char *own, const struct upcr_blocks *b,
                     enum upcr_keep keep, struct upcr_packed *as);

/* The same of n bytes for all. */
static inline char *upcr_team_keep_one(struct upcr_op *op, const char *own, size_t n,
                                       enum upcr_keep keep) {
  struct upcr_packed as;
  return upcr_team_keep(op, own, &(struct upcr_blocks){.is_one = true, .each = n}, keep, &as);
}

/* Append the steps of an operation; `op` is new. */
void upcr_plan_barrier(struct upcr_op *op);

/* `from`: the root's n bytes, shared. `to`: n bytes of each; shared where the member passes data
 * on. */
void upcr_plan_broadcast(struct upcr_op *op, int root, char *to, const char *from, size_t n);
bool upcr_passes_on(const struct upcr_op *op, int root); /* whether the member does */

/* `b` says where blocks go in `to`, which is private if `keep` is NOW; `own` is the member's. */
void upcr_plan_gather_all(struct upcr_op *op, char *to, const struct upcr_blocks *b,
                          const char *own, enum upcr_keep keep);

/* A member's sends and receives in one step: scatter, gather, exchange and permute differ in
 * nothing else. Ranks may be the member's own. */
enum { UPCR_EVERYONE = -1, UPCR_NOBODY = -2 };
struct upcr_moves {
  int gives, takes; /* the rank to and from; EVERYONE or NOBODY */
  char *to;         /* where blocks go that are taken: of_to says where each */
  const char *from; /* where blocks lie that are given, shared: of_from says where each */
  const char *own;  /* the block that the member gives to itself, if it does */
  struct upcr_blocks of_to, of_from; /* by the rank of the other */
  bool in_place;           /* dst is src: each block of a gather_all lies where it goes to */
  const upcr_ppts_t *free; /* NOSYNC: blocks are copied from this array without signals; or 0 */
};
void upcr_plan_blocks(struct upcr_op *op, const struct upcr_moves *m);

/* The rank k after the member's own, around. */
static inline int upcr_rank_after(const struct upcr_op *op, int k) {
  return (op->team->rank + k) % op->team->size;
}

/* A member's part in a reduction of op->reduction. */
struct upcr_vectors {
  int root;         /* of UPCR_TEAM_REDUCE */
  char *to;         /* n bytes for its result, which may be `from`, or 0; shared in a prefix */
  const char *from; /* its vector, of a reduce_scatter one for each member; shared */
  char *shared;     /* n bytes of shared memory for parts of a result; may be `from` or `to` */
  size_t n;         /* bytes of a vector */
};
void upcr_plan_vectors(struct upcr_op *op, const struct upcr_vectors *v);

/* NOSYNC on both sides: folds vectors where they lie in src, without asking their owners. False if
 * that does not pay, or if others read the member's vector while it writes its result there. */
bool upcr_plan_free_vectors(struct upcr_op *op, const struct upcr_vectors *v, upcr_ppts_t src);

#endif
