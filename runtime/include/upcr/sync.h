/* SPDX-License-Identifier: Apache-2.0 */
/* upc_fence and the poll of waiting loops (UPC 6.6.1). */
#pragma GCC system_header
#ifndef UPCR_SYNC_H
#define UPCR_SYNC_H

void upcr_poll_slow(void) __attribute__((cold));
void upcr_fence_slow(void) __attribute__((cold));

static __inline__ __attribute__((always_inline, unused)) void upcr_fence(void) {
  upcr_settle_far();
  upcr_full_fence();
  if (__builtin_expect(upcr_now.oversubscribed, 0))
    upcr_fence_slow();
}

static __inline__ __attribute__((always_inline, unused)) void upcr_poll(void) {
  __asm__ __volatile__("" ::: "memory");
  if (__builtin_expect(--upcr_now.poll_budget <= 0, 0))
    upcr_poll_slow();
}

/* The poll of a loop that follows links. It reads another link in each iteration, so it needs no
 * compiler barrier, and the count can be in a register. */
static __inline__ __attribute__((always_inline, unused)) int upcr_links_enter(void) {
  return upcr_now.poll_budget;
}

static __inline__ __attribute__((always_inline, unused)) void upcr_links_poll(int *left) {
  if (__builtin_expect(--*left <= 0, 0)) {
    upcr_poll_slow();
    *left = upcr_now.poll_budget;
  }
}

static __inline__ __attribute__((always_inline, unused)) void upcr_links_leave(int *left) {
  upcr_now.poll_budget = *left;
}

#endif
