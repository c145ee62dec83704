/* SPDX-License-Identifier: Apache-2.0 */
/* An operation of a team: each member makes a list of steps for itself, and the engine executes
 * them as far as the other members' progress allows.
 *
 * Members only read from one another. A member with data makes an offer (address and length). The
 * reader takes the offer, gets or folds the data, and releases it. The owner waits for the release
 * before the program may write the memory again. So each thread writes only its own memory, only
 * readers make far accesses, and data may lie anywhere in a thread's memory.
 *
 * An offer of at most UPCR_TEAM_INLINE bytes carries them, so the sender need not wait. Such memory
 * may be private; all other offered memory is shared.
 *
 * Between two members the k-th offer ends the k-th take (letters.c). A plan is correct if each
 * member offers to another as often as that one takes from it; if a member releases each offer
 * before it takes the next; and if, of the offers to a member whose progress the plan depends on,
 * at most two are not yet taken. */
#ifndef UPCR_TEAM_OP_H
#define UPCR_TEAM_OP_H

#include <stdatomic.h>
#include <stddef.h>

#include "../coll/reduce/reduction.h"
#include "../core/barrier.h"
#include "team.h"

enum upcr_step_kind {
  UPCR_STEP_AWAIT_READ, /* until `peer` has released what was offered to it */
  UPCR_STEP_OFFER,
  UPCR_STEP_TAKE,
  UPCR_STEP_RELEASE, /* of the offer taken from `peer`, of n bytes */
  UPCR_STEP_COPY,
  UPCR_STEP_FOLD,     /* to = to op from, element by element */
  UPCR_STEP_FOLD_LEFT /* to = from op to */
};

struct upcr_step {
  enum upcr_step_kind kind;
  int peer;         /* rank; of the first four */
  void *to;         /* own memory; COPY, FOLD */
  const void *from; /* own memory; COPY, FOLD, OFFER. 0 in COPY and FOLD: the offer taken last */
  size_t at; /* where in that offer; if none was taken, a pointer-to-shared; of an OFFER made:
                     * its number */
  size_t n;  /* bytes; TAKE: how many the offer must have */
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
  size_t steps, next;  /* `next`: the first that is not done */
  upcr_pts_t offer_at; /* the offer taken last */
  int scratches;
  size_t scratch_bytes, small_used;
  size_t read;       /* the readers of its offers before this step have released them */
  bool offers_long;  /* more than an offer carries, */
  bool offers_other; /* of memory that is no scratch memory */
  bool is_buffered;  /* complete, though readers may not have read */
  struct upcr_reduction reduction;
  bool ends_with_barrier; /* UPC_OUT_ALLSYNC */
  bool may_be_awaited;  /* under the engine's mutex: the thread that starts it has left it, perhaps
                           incomplete */
  _Atomic bool is_done; /* stored with release when the last step is done */
  unsigned long handle; /* 0: none was given */
  struct upcr_op *next_active, *next_open;
  struct upcr_step *step; /* from here on kept for the next operation in this object */
  struct upcr_scratch scratch[UPCR_OP_SCRATCHES]; /* the first `scratches` are in use */
  size_t room;
  _Alignas(16) char small[UPCR_OP_SMALL]; /* scratch memory of which nothing is offered but what an
                                             offer carries; comes last */
};

/* An operation without steps. `digest`: of all arguments that are single-valued in the team, flags
 * included. */
struct upcr_op *upcr_op_new(upcx_team_t team, enum upcr_collective function, uint32_t digest);
void upcr_op_free(struct upcr_op *op);

/* n bytes, aligned to 16, until the operation is freed, of which at most `offered` are in one
 * offer: in the thread's shared heap where an offer does not carry them. Ends the job if there is
 * no room. */
char *upcr_op_scratch(struct upcr_op *op, size_t n, size_t offered);

/* n bytes in the shared heap; 0 if there is no room. */
char *upcr_op_scratch_if_room(struct upcr_op *op, size_t n);

/* True for scratch memory in the shared heap. */
bool upcr_op_is_scratch(const struct upcr_op *op, const char *own);

/* Appends a step. The functions below append the step that they are named after. */
void upcr_op_add(struct upcr_op *op, struct upcr_step step);

/* Takes the next offer of `peer`, of n bytes; releases it. */
static inline void upcr_op_take(struct upcr_op *op, int peer, size_t n) {
  upcr_op_add(op, (struct upcr_step){.kind = UPCR_STEP_TAKE, .peer = peer, .n = n});
}
static inline void upcr_op_release(struct upcr_op *op, int peer, size_t n) {
  upcr_op_add(op, (struct upcr_step){.kind = UPCR_STEP_RELEASE, .peer = peer, .n = n});
}
/* Folds n bytes of private memory into `to`; copies them. */
static inline void upcr_op_fold(struct upcr_op *op, void *to, const void *from, size_t n) {
  if (n != 0)
    upcr_op_add(op, (struct upcr_step){.kind = UPCR_STEP_FOLD, .to = to, .from = from, .n = n});
}
static inline void upcr_op_copy(struct upcr_op *op, void *to, const void *from, size_t n) {
  if (n != 0 && to != from)
    upcr_op_add(op, (struct upcr_step){.kind = UPCR_STEP_COPY, .to = to, .from = from, .n = n});
}

/* COPY, FOLD or FOLD_LEFT of n bytes at `at` of the offer taken last; in an operation that takes
 * none, of shared memory that no member writes meanwhile. */
static inline void upcr_op_use(struct upcr_op *op, enum upcr_step_kind kind, void *to, size_t at,
                               size_t n) {
  if (n != 0)
    upcr_op_add(op, (struct upcr_step){.kind = kind, .to = to, .at = at, .n = n});
}

/* The same of an offer of `all` bytes, which it takes from `peer` and releases. */
static inline void upcr_op_fetch_part(struct upcr_op *op, enum upcr_step_kind kind, int peer,
                                      size_t all, void *to, size_t at, size_t n) {
  upcr_op_take(op, peer, all);
  upcr_op_use(op, kind, to, at, n);
  upcr_op_release(op, peer, all);
}
/* The same of a whole offer, which is copied. */
static inline void upcr_op_fetch(struct upcr_op *op, int peer, void *to, size_t n) {
  upcr_op_fetch_part(op, UPCR_STEP_COPY, peer, n, to, 0, n);
}

/* The engine waits after the last step until `peer` has read the offer. Call upcr_op_await_read
 * before steps that write the offered memory, and before another offer to `peer`. Not needed for an
 * offer that carries its bytes. */
void upcr_op_offer(struct upcr_op *op, int peer, const void *own, size_t n);
static inline void upcr_op_await_read(struct upcr_op *op, int peer, size_t n) {
  if (n > UPCR_TEAM_INLINE)
    upcr_op_add(op, (struct upcr_step){.kind = UPCR_STEP_AWAIT_READ, .peer = peer});
}

/* The engine. */

/* Starts an operation whose list of steps is complete, waits for its end and frees it. `quietly`:
 * without looking for mismatches, because members may have left the team, and their areas may be
 * freed. */
void upcr_op_run(struct upcr_op *op, bool quietly);

/* Starts it and returns the handle for upc_sync and upc_sync_attempt, which free it. */
unsigned long upcr_op_hand_out(struct upcr_op *op);

/* True once upc_sync of the handle would not wait. For conditions of waits: does not continue the
 * operation. */
bool upcr_op_is_over(unsigned long handle);

/* Waits until the members have read all buffered sends of the team. */
void upcr_ops_reclaim(struct upcx_team *team);

/* Executes steps of the thread's operations as far as possible, before a call that may then not
 * have to wait. */
void upcr_ops_go_on(void);

/* Publishes that the thread starts the operation (letters.c; coll/await.c says what for). */
void upcr_op_publish(const struct upcr_op *op);

/* Ends the job with a message if a member certainly never starts the operation, or has started
 * another one instead. */
void upcr_op_look_for_members(const struct upcr_op *op);

/* Offers between two members of a team, in the slot of an operation (letters.c). Sending does not
 * wake a sleeping receiver: upcr_letters_wake does, once for all offers of a turn of the engine,
 * and before a copy of more than some KB. All are called under the engine's mutex. */

/* False if there is no place for it yet. The thread that takes it sees all that the sender did
 * before; an offer of no bytes is a signal. `own` is memory of the thread's segment, or any if n is
 * at most UPCR_TEAM_INLINE: these bytes are copied now, and may change afterwards. */
bool upcr_letter_offer(const struct upcr_op *op, int to, const void *own, size_t n);

/* True if the next offer of `from` has come, which must be of n bytes: *at is where they are
 * until it is released. One offer of a member is taken at a time. Ends the job if it is of another
 * call. */
bool upcr_letter_take_offer(const struct upcr_op *op, int from, size_t n, upcr_pts_t *at);

/* The offer of `from` that was taken has been read. Its place may be used again, and the sender's
 * memory if it lies there. */
void upcr_letter_release(const struct upcr_op *op, int from, size_t n);

/* True if `by` has released that offer, however many were sent since; the number of the last one to
 * it that carried no bytes. */
bool upcr_letter_was_read(const struct upcr_op *op, int by, uint32_t offer);
uint32_t upcr_letter_last_long(const struct upcr_op *op, int to);

/* Records that `thread` must be woken for a word that the caller has published; wakes all such
 * threads. */
void upcr_letters_owe(int thread);
void upcr_letters_wake(void);

/* Reductions: elements and operations of <upc_types.h>, pairs of a value and where it is, functions
 * of the program's own (reduction.c). */

/* Element types of <upcx_collective.h>. */
enum { UPCX_INT_AT = 64, UPCX_LONG_AT, UPCX_FLOAT_AT, UPCX_DOUBLE_AT, UPCX_ELEMENT };

/* Bytes of its elements. */
static inline size_t upcr_vector_bytes(const struct upcr_reduction *r) {
  return r->nelems * r->type->size;
}

/* The reduction of a call. Ends the job if the type has no such operation. */
struct upcr_reduction upcr_team_reduction(enum upcr_collective function, int type, int operation,
                                          size_t nelems);

/* A digest of its type and operation, on top of `digest`. */
uint32_t upcr_team_reduction_digest(uint32_t digest, const struct upcr_reduction *r, int type,
                                    int operation);

/* The program's own operations: acc[i] = acc[i] op v[i] for n elements of elem_size bytes. */
typedef void upcx_function_t(void *acc, const void *v, size_t n);
int upcx_op_create(size_t elem_size, upcx_function_t *function, int commutes);
void upcx_op_free(int op);

/* The reduction of such an operation without its elements; false if there is none of this
 * number. */
bool upcr_own_op(int op, struct upcr_reduction *r);

#endif
