#include "call.h"

#include <upc_types.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../check/calls.h"
#include "area.h"
#include "await.h"

static UPCR_PER_THREAD uint32_t calls;

enum {
  IN_MODES = UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC,
  OUT_MODES = UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC
};

static bool more_than_one(int bits) { return (bits & (bits - 1)) != 0; }

static void set_modes(struct upcr_call *call, int flags) {
  if ((flags & ~(IN_MODES | OUT_MODES)) || more_than_one(flags & IN_MODES) || more_than_one(flags & OUT_MODES))
    upcr_fatal("%s: flags %#x are not one UPC_IN_ and one UPC_OUT_ mode (UPC 7.3.4)", upcr_collective_name(call->which),
               (unsigned)flags);
  call->in = flags & UPC_IN_NOSYNC ? UPCR_NOSYNC : flags & UPC_IN_MYSYNC ? UPCR_MYSYNC : UPCR_ALLSYNC;
  call->out = flags & UPC_OUT_NOSYNC ? UPCR_NOSYNC : flags & UPC_OUT_MYSYNC ? UPCR_MYSYNC : UPCR_ALLSYNC;
}

static uint32_t make_tag(const struct upcr_call *call, int flags, uint64_t more) {
  uint32_t digest = upcr_digest(upcr_digest(0, (unsigned)flags), call->dst);
  digest = upcr_digest(upcr_digest(upcr_digest(digest, call->src), call->perm), call->nbytes);
  return (uint32_t)call->which << 26 | (upcr_digest(digest, more) & 0x3ffffff);
}

void upcr_call_enter(struct upcr_call *call, int flags, uint64_t more) {
  set_modes(call, flags);
  upcr_collective_check(call->which);
  call->number = ++calls;
  call->tag = make_tag(call, flags, more);
  upcr_calls_note(call->number);
  uint64_t *entered = &upcr_coll_area(upcr_self.mythread)->entered[call->number % UPCR_COLL_RECENT];
  __atomic_store_n(entered, upcr_numbered(call->number, call->tag), __ATOMIC_RELEASE);
  if (call->in == UPCR_MYSYNC)
    upcr_full_fence();
}

void upcr_call_barrier(const struct upcr_call *call) { upcr_collective_barrier(call->which, call->tag); }

/* The fence is what UPC_OUT_ALLSYNC and UPC_OUT_MYSYNC ask for. A thread without a free post says so before it looks at `left` (post.c); by the two fences
 * either it sees this, or it is seen here. */
void upcr_call_leave(const struct upcr_call *call) {
  uint64_t *left = &upcr_coll_area(upcr_self.mythread)->left;
  uint64_t word = upcr_numbered(call->number, call->tag);
  if (*left == word)
    return; /* upcr_post_done */
  __atomic_store_n(left, word, __ATOMIC_RELEASE);
  upcr_full_fence();
  if (upcr_call_all_mapped() && __atomic_load_n(&upcr_coll_area(0)->short_of_posts, __ATOMIC_RELAXED))
    upcr_wake_all();
}

bool upcr_call_all_mapped(void) {
  int width = upcr_job->config.pshm_width;
  return width == 0 || width >= upcr_self.threads;
}
