/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of the functions of <upcx_collective.h> that have a team: their checks, and what they
 * say of the calling thread's memory. */
#ifndef UPCR_TEAM_ARGUMENTS_H
#define UPCR_TEAM_ARGUMENTS_H

#include "../core/barrier.h"
#include "op.h"
#include "ops/ops.h"

enum { UPCX_IN_PLACE = 64 };

/* Digest of the single-valued arguments of a call on shared memory; upcr_team_call adds the
 * flags. */
static inline uint32_t upcr_team_digest(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  return upcr_digest(upcr_digest(upcr_digest(0, dst), src), n);
}

/* An operation with these flags; waits for all members first if they say so. `may` has
 * UPCX_IN_PLACE where that is permitted. */
struct upcr_op *upcr_team_call(upcx_team_t team, enum upcr_collective function, int flags, int may,
                               uint32_t digest);

/* The same of private memory, which has no flags: what is right for UPC_IN_MYSYNC | UPC_OUT_MYSYNC.
 */
struct upcr_op *upcr_team_call_private(upcx_team_t team, enum upcr_collective function,
                                       uint32_t digest);

/* Completes the plan: waits for all members last if the flags say so. */
struct upcr_op *upcr_team_planned(struct upcr_op *op);

/* The calling thread's part of an array with a part on each thread, of which n bytes are accessed.
 * `name` is "dst" or "src". Ends the job if the pointer is not to thread 0, and in checked code if
 * the bytes are not in one object. */
char *upcr_team_part(const struct upcr_op *op, upcr_ppts_t array, size_t n, const char *name);

/* UPC_IN_NOSYNC | UPC_OUT_NOSYNC: the program has seen to it that all data are there when the first
 * member calls, and are not touched before the last one is through. So a member copies what it
 * gets, and waits for nobody. */
bool upcr_team_is_free(int flags);

/* Byte `at` of the part of the member of this rank in an array with a part on each thread. */
upcr_pts_t upcr_team_part_of(const struct upcr_op *op, upcr_ppts_t array, int rank, size_t at);

/* The rank of the member that has the array which one thread has. Ends the job if it is none. */
int upcr_team_root(const struct upcr_op *op, upcr_ppts_t array, const char *name);

/* n bytes of that array, in the calling thread's memory. */
char *upcr_team_own(const struct upcr_op *op, upcr_ppts_t array, size_t n, const char *name);

/* In checked code: ends the job if both have bytes in common and are not the same. */
void upcr_team_check_apart(const struct upcr_op *op, const char *dst, size_t to, const char *src,
                           size_t from);

/* Ends the job unless the member's own block has the same size as source and as destination. */
void upcr_team_check_own_block(const struct upcr_op *op, size_t expected, size_t given);

/* Ends the job if there is no such rank. */
void upcr_team_check_root(const struct upcr_op *op, int root);

/* Ends the job if a pointer to n > 0 private bytes is null. */
void upcr_team_check_private(enum upcr_collective function, const void *p, size_t n,
                             const char *name);

/* Ends the job if one of the arrays of counts and displacements is null; nothing where blocks have
 * one size. */
void upcr_team_check_blocks(enum upcr_collective function, const struct upcr_blocks *b);

/* A copy of n private bytes, made now; src of the call. `offered`: as of upcr_op_scratch. */
char *upcr_team_stage(struct upcr_op *op, const void *own, size_t n, size_t offered);

/* Appends copies of the blocks of n bytes for others to the same places at `to`. */
void upcr_team_copy_others(struct upcr_op *op, char *to, const char *from, size_t n);

/* A copy of n bytes of the program's shared memory, made by a step, for offers: the member need not
 * wait for its readers then. They themselves where offers carry them, where a copy is no gain, or
 * where the heap has no room. */
const char *upcr_team_lend(struct upcr_op *op, const char *own, size_t n);

/* The same of a member's blocks for others: *as says where they are then; its `at` is to be freed.
 */
const char *upcr_team_lend_blocks(struct upcr_op *op, const char *own, const struct upcr_blocks *b,
                                  struct upcr_packed *as);

/* The same of a member's blocks for others, wherever they lie. *as says where they are in the copy;
 * its `at` is to be freed. */
char *upcr_team_stage_others(struct upcr_op *op, const char *src, const struct upcr_blocks *b,
                             struct upcr_packed *as);

/* Defines upcx_team_NAME and its form with a handle from a static function NAME that plans the
 * operation. */
#define UPCR_TEAM_FORMS(name, parameters, arguments)                                               \
  void upcx_team_##name parameters;                                                                \
  void upcx_team_##name parameters { upcr_op_run(name arguments); }                                \
  unsigned long upcx_team_##name##_nb parameters;                                                  \
  unsigned long upcx_team_##name##_nb parameters { return upcr_op_hand_out(name arguments); }

/* The same where a team of all threads in their order has its blocking form served by the
 * collectives of all threads: upcr_all_threads_NAME (all_threads.h) does it, or gives false. */
#define UPCR_TEAM_FORMS_OR_WHOLE(name, parameters, arguments)                                      \
  void upcx_team_##name parameters;                                                                \
  void upcx_team_##name parameters {                                                               \
    if (!upcr_all_threads_##name arguments)                                                        \
      upcr_op_run(name arguments);                                                                 \
  }                                                                                                \
  unsigned long upcx_team_##name##_nb parameters;                                                  \
  unsigned long upcx_team_##name##_nb parameters { return upcr_op_hand_out(name arguments); }

#endif
