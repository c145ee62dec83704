/* SPDX-License-Identifier: Apache-2.0 */
/* An operation of a team: a list of steps that each member has made for itself, and that the engine
 * carries out as far as the others have come.
 *
 * Members only read from one another. A member with data makes an offer (address and length); the
 * reader takes the offer, gets or folds the data, and releases it; the owner awaits this before its
 * memory is the program's again. So each thread writes only its own memory, every far access
 * is one of the reader's, and it does not matter where in each thread's memory something lies.
 *
 * An offer of at most UPCR_TEAM_INLINE bytes carries them: the sender's memory is its own again at
 * once, and it awaits nothing. Such memory may be private; all else that is offered is shared.
 * Where the operation offers scratch memory alone, the program has its own memory back as soon as
 * the steps are done: the operation is complete, and its scratch memory stays lent until it has
 * been read (lent.c).
 *
 * Between two members the k-th offer ends the k-th take, the k-th signal the k-th await
 * (letters.h). A plan is right if each member's sends to another are as many as the other's waits
 * for it, if it releases each offer that it takes before it takes another, if it offers a member at
 * most two that this one has not taken when it can only go on once the thread has, and if the
 * readers of each offer are awaited: by a step, or at the end. */
#ifndef UPCR_TEAM_OP_H
#define UPCR_TEAM_OP_H

#include <stdatomic.h>
#include <stddef.h>

#include "../coll/reduce/reduction.h"
#include "../core/barrier.h"
#include "team.h"

enum upcr_step_kind {
  UPCR_STEP_SIGNAL,
  UPCR_STEP_AWAIT,
  UPCR_STEP_AWAIT_READ, /* until `peer` has released what was offered to it */
  UPCR_STEP_OFFER,
  UPCR_STEP_TAKE,
  UPCR_STEP_RELEASE, /* of the offer taken from `peer`, of n bytes */
  UPCR_STEP_AT, /* what follows reads at the pointer-to-shared `at`, as if an offer there had been
                   taken */
  UPCR_STEP_COPY,
  UPCR_STEP_FOLD,     /* to = to op from, element by element */
  UPCR_STEP_FOLD_LEFT /* to = from op to */
};

struct upcr_step {
  enum upcr_step_kind kind;
  int peer;         /* rank; of the first six */
  void *to;         /* own memory; COPY, FOLD */
  const void *from; /* own memory; COPY, FOLD, OFFER. 0 in COPY and FOLD: the offer taken last */
  size_t at;        /* where in that offer; AT: where it is */
  size_t n;         /* bytes; TAKE: how many the offer must have */
};

/* A reader to await at the end, and, once the operation is complete, the offer that it is to
 * release.
 */
struct upcr_reader {
  int peer;
  uint32_t offer;
};

/* Scratch memory in the thread's heap. */
struct upcr_scratch {
  upcr_pts_t at;
  size_t n;
};

enum { UPCR_OP_SCRATCHES = 3, UPCR_OP_SMALL = 512 };

struct upcr_op {
  struct upcx_team *team;
  enum upcr_collective function;
  uint32_t number, tag;
  struct upcr_step *step;
  size_t steps, room, next; /* `next`: the first that is not done */
  upcr_pts_t there;         /* the offer taken last */
  struct upcr_scratch scratch[UPCR_OP_SCRATCHES];
  int scratches;
  size_t small_used;
  struct upcr_reader *reader;
  size_t readers, readers_room;
  bool offers_other; /* more than offers carry of memory that is no scratch memory */
  bool is_lent;      /* complete, though readers may not have read */
  struct upcr_reduction reduction;
  bool ends_with_barrier; /* UPC_OUT_ALLSYNC */
  bool may_be_awaited;  /* under the engine's mutex: the thread that starts it has left it, perhaps
                           incomplete */
  _Atomic bool is_done; /* stored with release when the last step is done */
  unsigned long handle; /* 0: none was given */
  struct upcr_op *next_active, *next_open;
  _Alignas(16) char small[UPCR_OP_SMALL]; /* scratch memory of which nothing is offered but what an
                                             offer carries; comes last */
};

/* An operation without steps; checks the team. `digest`: of all arguments that are single-valued in
 * the team, flags included. */
struct upcr_op *upcr_op_new(upcx_team_t team, enum upcr_collective function, uint32_t digest);

/* Gives it back. */
void upcr_op_free(struct upcr_op *op);

/* n bytes, aligned to 16, until the operation is freed, of which at most `offered` are in one
 * offer: in the thread's shared heap where an offer does not carry them. Ends the job if there is
 * no room. */
char *upcr_op_scratch(struct upcr_op *op, size_t n, size_t offered);

/* n bytes in the shared heap; 0 if there is no room. */
char *upcr_op_scratch_if_room(struct upcr_op *op, size_t n);

/* Is it scratch memory in the shared heap? */
bool upcr_op_is_scratch(const struct upcr_op *op, const char *own);

/* Bytes of scratch memory in the shared heap. */
size_t upcr_op_scratch_bytes(const struct upcr_op *op);

/* Append a step. */
void upcr_op_signal(struct upcr_op *op, int peer);
void upcr_op_await(struct upcr_op *op, int peer);
void upcr_op_offer(struct upcr_op *op, int peer, const void *own, size_t n);
void upcr_op_take(struct upcr_op *op, int peer, size_t n);
void upcr_op_release(struct upcr_op *op, int peer, size_t n);
void upcr_op_copy(struct upcr_op *op, void *to, const void *from, size_t n);
void upcr_op_get(struct upcr_op *op, void *to, size_t at, size_t n);
void upcr_op_fold(struct upcr_op *op, void *to, const void *from, size_t n);
void upcr_op_fold_offer(struct upcr_op *op, enum upcr_step_kind kind, void *to, size_t at,
                        size_t n);

/* Awaits that `peer` has read n bytes offered to it; nothing where the offer carried them. At the
 * end: after all steps, for memory that none of them writes any more. */
void upcr_op_await_read(struct upcr_op *op, int peer, size_t n);
void upcr_op_await_read_at_end(struct upcr_op *op, int peer, size_t n);

/* Copies n bytes from shared memory whose owner is not asked: the calling thread's own, or what no
 * member writes meanwhile. */
void upcr_op_copy_shared(struct upcr_op *op, void *to, upcr_pts_t from, size_t n);

/* The same, folded to `to`. */
void upcr_op_fold_shared(struct upcr_op *op, void *to, upcr_pts_t from, size_t n);

/* Takes n bytes that `peer` offers to `to`, and releases them. */
void upcr_op_fetch(struct upcr_op *op, int peer, void *to, size_t n);

#endif
