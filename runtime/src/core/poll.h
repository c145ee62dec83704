/* SPDX-License-Identifier: Apache-2.0 */
/* Called by loops of the program that wait for another thread, so that the other thread gets a
 * processor if oversubscribed.
 *
 * How certainly a call shows that the loop waits:
 *   waits     bupc_poll, a failed attempt, an atomic read that finds what an earlier one found
 *   poll      at the back edge of a loop whose condition reads shared memory
 *   unsure    upc_fence and upc_unlock, as common in working loops as in waiting ones
 * With a processor for every thread, bupc_poll, failed attempts and polls yield rarely, and the
 * others cost one test. In an oversubscribed job poll.c decides by the time between calls. */
#ifndef UPCR_CORE_POLL_H
#define UPCR_CORE_POLL_H

#include <stdint.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"

enum {
  UPCR_POLL_BUDGET =
      32, /* polls of a loop until the transport is polled: about 100 ns of reading */
  UPCR_UNSURE_CALLS = 256, /* unsure calls between two readings of the clock */
  UPCR_POLL_VAIN = 8,      /* polls that one failed attempt counts for */
  /* Polls before the core is yielded with a core for every thread: some 10 us. */
  UPCR_POLLS_TO_YIELD = 64,
  /* Yields before the thread counts as waiting for the reader of its output. */
  UPCR_YIELDS_TO_FLUSH = 512
};

/* A call that only waits: bupc_poll. */
void upcr_poll_now(void);

/* An attempt has failed. */
static inline void upcr_poll_failed(void) {
  upcr_now.poll_budget -= UPCR_POLL_VAIN - 1;
  upcr_poll();
}

/* upcr_looked in an oversubscribed job. */
uint64_t upcr_looked_oversubscribed(upcr_pts_t at, uint64_t value);

/* After UPCR_UNSURE_CALLS in an oversubscribed job. */
void upcr_unsure_often(void);

/* Counts a call that may be one of a loop that waits. */
static inline __attribute__((always_inline)) void upcr_unsure_call(void) {
  if (++upcr_now.unsure_calls >= UPCR_UNSURE_CALLS)
    upcr_unsure_often();
}

/* An atomic operation found `value` at `at` and left it unchanged. Returns `value`, so that callers
 * can end in this call and need no stack frame. */
static inline __attribute__((always_inline)) uint64_t upcr_looked(upcr_pts_t at, uint64_t value) {
  return __builtin_expect(upcr_now.oversubscribed, 0) ? upcr_looked_oversubscribed(at, value)
                                                      : value;
}

/* A lock was released. */
static inline void upcr_unlocked(void) {
  if (__builtin_expect(upcr_now.oversubscribed, 0))
    upcr_unsure_call();
}

#endif
