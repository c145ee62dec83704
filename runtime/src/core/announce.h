/* SPDX-License-Identifier: Apache-2.0 */
/* Announcements: data, and a word for which another thread waits. One message if that thread is on
 * another node. */
#ifndef UPCR_CORE_ANNOUNCE_H
#define UPCR_CORE_ANNOUNCE_H

#include "../base/simulated.h"
#include "../mem/job.h"
#include "remote.h"

/* True if long data of announcements to another node are put into place without a copy. */
static inline bool upcr_announces_by_put(void) {
  return upcr_net->put_ahead_nb && upcr_net->puts_are_in_order();
}

/* The same where the memory is not mapped. */
void upcr_announce_far(upcr_pts_t word, uint64_t value, upcr_pts_t data, const void *bytes,
                       size_t n);

/* Writes n >= 0 bytes at `data`, then stores `value` in the word at `word`; both lie in the segment
 * of one thread. That thread reads the word with acquire, then the bytes. Accesses that the caller
 * completed before are visible when the word is. Bits 63..32 of `value` are a count (coll/call.h)
 * that grows with each announcement to the word. Usually does not wait for a thread of another
 * node. Wakes the thread unless its memory is mapped. */
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

/* True if `thread`, whose memory is not mapped, takes posts (am_post of net/net.h). In a simulated
 * job such memory belongs to another simulated node. */
static inline bool upcr_takes_posts(int thread) {
  return upcr_is_simulated() || !upcr_in_node(thread);
}

/* Sends a post to a thread that takes them. */
void upcr_post(int thread, const struct upcr_am *message);

/* Counts of the calling thread's posts, which upcr_net->sent does not have. */
struct upcr_net_sent upcr_posted(void);

/* Once a process, before its threads start: registers the handler of far announcements. */
void upcr_announce_start(void);

#endif
