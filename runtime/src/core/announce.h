/* SPDX-License-Identifier: Apache-2.0 */
/* Data and a word that announces them, for another thread to wait for: one message where it is on
 * another node. */
#ifndef UPCR_CORE_ANNOUNCE_H
#define UPCR_CORE_ANNOUNCE_H

#include "remote.h"

enum { UPCR_ANNOUNCED_MAX = 4096 }; /* with the word and its head less than a conduit's message */

/* Of memory that is not mapped. */
void upcr_announce_far(upcr_pts_t word, uint64_t value, upcr_pts_t data, const void *bytes,
                       size_t n);

/* Writes n bytes (0 .. UPCR_ANNOUNCED_MAX) at `data`, then stores value in the word at `word`, both
 * of one thread: it reads the word with acquire, and then the bytes. All that the caller did before
 * and waited for is done when the word is there. `value` has a count in bits 63..32 (coll/call.h),
 * which grows from one announcement to that word to the next. Does not wait for a thread of another
 * node as a rule. Wakes the thread unless its memory is mapped. */
static inline void upcr_announce(upcr_pts_t word, uint64_t value, upcr_pts_t data,
                                 const void *bytes, size_t n) {
  uint64_t *here = upcr_reach(word);
  if (!here) {
    upcr_announce_far(word, value, data, bytes, n);
    return;
  }
  if (n)
    upcr_write(data, bytes, n);
  __atomic_store_n(here, value, __ATOMIC_RELEASE);
}

/* Counts of the calling thread's announcements by posts, which upcr_net->sent leaves out. */
struct upcr_net_sent upcr_announced(void);

void upcr_announce_start(void);

#endif
