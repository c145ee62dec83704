/* SPDX-License-Identifier: Apache-2.0 */
#include "call.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <upc_types.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../check/check.h"
#include "../check/collective_calls.h"
#include "../core/single_valued.h"
#include "await.h"
#include "reduce/reduction.h"

UPCR_PER_THREAD struct upcr_coll_state upcr_coll_state;

enum {
  IN_MODES = UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC,
  OUT_MODES = UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC
};

static bool more_than_one(int bits) { return (bits & (bits - 1)) != 0; }

static void check_modes(enum upcr_collective function, int flags) {
  if ((flags & ~(IN_MODES | OUT_MODES)) || more_than_one(flags & IN_MODES) ||
      more_than_one(flags & OUT_MODES))
    upcr_fatal("%s: flags %#x are not one UPC_IN_ and one UPC_OUT_ mode (UPC 7.3.4)",
               upcr_collective_name(function), (unsigned)flags);
}

void upcr_call_set_modes(struct upcr_call *call, int flags) {
  check_modes(call->function, flags);
  call->in = flags & UPC_IN_NOSYNC   ? UPCR_NOSYNC
             : flags & UPC_IN_MYSYNC ? UPCR_MYSYNC
                                     : UPCR_ALLSYNC;
  call->out = flags & UPC_OUT_NOSYNC   ? UPCR_NOSYNC
              : flags & UPC_OUT_MYSYNC ? UPCR_MYSYNC
                                       : UPCR_ALLSYNC;
}

/* The products are independent, so the processor overlaps them. */
static uint32_t make_tag(const struct upcr_call *call, int flags, uint64_t more) {
  uint64_t mixed = call->dst * 0x9e3779b97f4a7c15u + call->src * 0xc2b2ae3d27d4eb4fu +
                   call->perm * 0x165667b19e3779f9u + call->nbytes * 0xd6e8feb86659fd93u +
                   (more ^ call->team ^ (unsigned)flags) * 0xff51afd7ed558ccdu;
  return (uint32_t)call->function << 26 | (upcr_digest(0, mixed) & 0x3ffffff);
}

void *upcr_kept_memory(size_t bytes, const char *what) {
  void *memory = calloc(1, bytes);
  if (!memory)
    upcr_fatal("out of memory: %s of %d threads", what, upcr_self.threads);
  return memory;
}

static struct upcr_arguments arguments_of(const struct upcr_call *call) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_arguments arguments = {0};
  arguments.value[UPCR_ARGUMENT_DST] = call->dst;
  arguments.value[UPCR_ARGUMENT_SRC] = call->src;
  arguments.value[UPCR_ARGUMENT_PERM] = call->perm;
  arguments.value[UPCR_ARGUMENT_NBYTES] = r ? 0 : call->nbytes;
  arguments.value[UPCR_ARGUMENT_NELEMS] = r ? r->nelems : 0;
  arguments.value[UPCR_ARGUMENT_BLK_SIZE] = r ? r->blk_size : 0;
  arguments.value[UPCR_ARGUMENT_OP] = r ? (uint64_t)r->op : 0;
  arguments.value[UPCR_ARGUMENT_IN] = call->in;
  arguments.value[UPCR_ARGUMENT_OUT] = call->out;
  return arguments;
}

void upcr_call_next(struct upcr_call *call) {
  call->number = ++upcr_coll_state.calls;
  if (upcr_calls_kept()) {
    if (!call->team) /* else team/ops/functions.c has set them */
      upcr_arguments_now = arguments_of(call);
    upcr_arguments_now.known = upcr_check_on();
    upcr_calls_note(0, call->number);
  }
  uint64_t *entered = &upcr_coll_area(upcr_self.mythread)->entered[call->number % UPCR_COLL_RECENT];
  atomic_thread_fence(memory_order_acq_rel);
  __atomic_store_n(entered, upcr_numbered(call->number, call->tag), __ATOMIC_RELEASE);
}

void upcr_call_enter(struct upcr_call *call, int flags, uint64_t more) {
  upcr_call_set_modes(call, flags);
  upcr_collective_check(call->function);
  call->tag = make_tag(call, flags, more);
  upcr_call_next(call);
}

uint32_t upcr_calls_entered(void) { return upcr_coll_state.calls; }

void upcr_call_barrier(const struct upcr_call *call) {
  upcr_pay_wakes();
  upcr_collective_barrier(call->function, call->tag);
}

/* A thread publishes that it has left a call only once in UPCR_COLL_UNSAID calls, because each time
 * a line moves to the reader and back. A thread without a free post announces that before it reads
 * `left` (post.c). The other one writes `left`, executes the fence, and reads the announcement: one
 * of the two sees the other. */
static bool publish_left(const struct upcr_call *call) {
  uint64_t *left = &upcr_coll_area(upcr_self.mythread)->left;
  if (call->number - upcr_number_of(*left) < UPCR_COLL_UNSAID)
    return false;
  __atomic_store_n(left, upcr_numbered(call->number, call->tag), __ATOMIC_RELEASE);
  return true;
}

/* UPC requires a fence on entry and one on exit (7.3.4). Other threads learn of the call only from
 * words that are written with release and read with acquire. So only a later load could overtake an
 * earlier store, which one full fence at the end prevents. It serves the wakes too. */
void upcr_call_leave(const struct upcr_call *call) {
  if (upcr_reached(upcr_coll_area(upcr_self.mythread)->left, call->number))
    return; /* upcr_words_done did all of this, upcr_pair_serves in the other thread, or a later
               part of the call (post.h) */
  bool published = upcr_call_node_mapped() && publish_left(call);
  upcr_settle_far(); /* functions of the program that the call executed may have read */
  upcr_full_fence();
  upcr_pay_wakes_after_fence();
  if (published &&
      __atomic_load_n(&upcr_coll_area(upcr_job->config.first)->short_of_posts, __ATOMIC_RELAXED))
    upcr_wake_all();
}

bool upcr_call_all_mapped(void) {
  int width = upcr_job->config.pshm_width;
  return (width == 0 || width >= upcr_self.threads) && !upcr_has_nodes();
}

bool upcr_call_node_mapped(void) {
  return upcr_job->config.pshm_width == 0 || upcr_call_all_mapped();
}

void upcr_bracket_begin(enum upcr_collective which, int flags, uint32_t arguments) {
  check_modes(which, flags);
  upcr_settle_far();
  if (!(flags & UPC_IN_NOSYNC)) /* ALLSYNC satisfies MYSYNC */
    upcr_collective_barrier(which, arguments);
}

void upcr_bracket_end(enum upcr_collective which, int flags, uint32_t arguments) {
  if (!(flags & UPC_OUT_NOSYNC))
    upcr_collective_barrier(which, arguments);
}
