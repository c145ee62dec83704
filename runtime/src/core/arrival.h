/* SPDX-License-Identifier: Apache-2.0 */
/* How threads learn that all have come to a barrier: two algorithms behind one table. Neither needs
 * a thread that has notified to do anything more, so upc_wait ends however long others compute
 * between upc_notify and upc_wait. */
#ifndef UPCR_CORE_ARRIVAL_H
#define UPCR_CORE_ARRIVAL_H

#include "../base/atomics.h"
#include "../mem/job.h"
#include "token.h"

struct upcr_arrival {
  /* The calling thread comes to `phase` with a token. Its accesses before are performed; wakes who
   * waits, if need be. A full fence. `work`, where it is not 0, is served by the last to come,
   * unless the tokens do not agree. */
  void (*arrive)(uint32_t phase, uint64_t token, const struct upcr_barrier_work *work);
  /* Have all come to `phase`? If so acquires what they did before. May be called until the thread
   * arrives at the next. */
  bool (*complete)(uint32_t phase);
  /* The same, looking for as long as upcr_watchdog does: threads that come together meet here. */
  bool (*watch)(uint32_t phase);
  /* The tokens of a complete phase, or those of them that the thread must look at beside its own.
   */
  struct upcr_tokens (*tokens)(uint32_t phase);
  bool has_last; /* some thread comes last, and knows it: others take no work */
};

/* Every thread has a line, which all others read: one transfer of a line, for few threads that have
 * a processor each. */
extern const struct upcr_arrival upcr_arrival_flat;

/* Counters in a tree: the thread that completes one goes on to the next, a transfer a level; the
 * last releases all through one line. */
extern const struct upcr_arrival upcr_arrival_tree;

/* Of a simulated job. */
extern const struct upcr_arrival upcr_arrival_simulated;

/* ThreadSanitizer does not see what other processes order. Where there are some, each thread makes
 * a fence before it arrives, and who comes last, or leaves, one after it has seen that all have
 * come: it comes after the others of its process. Nothing elsewhere. */
static inline void upcr_arrival_fence_for_tsan(void) {
#ifdef UPCR_TSAN
  if (upcr_job->config.pthreads_per_process < upcr_self.threads)
    upcr_full_fence();
#endif
}

/* All have come to `phase` with these tokens: lets the threads of the node go. */
void upcr_arrival_release(uint32_t phase, struct upcr_tokens all);

/* Wakes all other threads of the node; follows a full fence or a sequentially consistent
 * read-modify-write that published why. */
void upcr_arrival_wake_all(void);

#endif
