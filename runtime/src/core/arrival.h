/* SPDX-License-Identifier: Apache-2.0 */
/* Arrival at a barrier: two algorithms behind one table. Neither needs a thread again after its
 * notification, so upc_wait ends however long other threads compute between upc_notify and
 * upc_wait. */
#ifndef UPCR_CORE_ARRIVAL_H
#define UPCR_CORE_ARRIVAL_H

#include "../base/atomics.h"
#include "../mem/job.h"
#include "barrier_token.h"

struct upcr_arrival {
  /* The calling thread arrives at `phase` with a token. A full fence: its earlier accesses are
   * performed. Wakes waiting threads if necessary. If `work` is not 0, the last thread to arrive
   * executes it, unless the tokens disagree. */
  void (*arrive)(uint32_t phase, uint64_t token, const struct upcr_barrier_work *work);
  /* True if all threads have arrived at `phase`; then acquires what they did before. May be called
   * until the thread arrives at the next phase. */
  bool (*complete)(uint32_t phase);
  /* The same, but polls as often as upcr_watch_polls says: threads that arrive together meet here.
   */
  bool (*watch)(uint32_t phase);
  /* The tokens of a complete phase, or those of them that the thread must compare with its own. */
  struct upcr_tokens (*tokens)(uint32_t phase);
  bool has_last; /* the last thread knows that it is the last; only such algorithms take work */
};

/* Every thread has a line that all others read: one transfer of a cache line. For few threads with
 * a processor each. */
extern const struct upcr_arrival upcr_arrival_flat;

/* Counters in a tree: the thread that completes one goes on to its parent, one transfer a level;
 * the last thread releases all through one line. */
extern const struct upcr_arrival upcr_arrival_tree;

/* For a simulated job. */
extern const struct upcr_arrival upcr_arrival_simulated;

/* ThreadSanitizer does not see an order that other processes establish. In a job of several
 * processes each thread executes a fence before it arrives, and after it has seen that all have
 * arrived, so that it is ordered after the other threads of its process. Nothing in other
 * builds. */
static inline void upcr_arrival_fence_for_tsan(void) {
#ifdef UPCR_TSAN
  if (upcr_job->config.pthreads_per_process < upcr_self.threads)
    upcr_full_fence();
#endif
}

/* All threads have arrived at `phase` with these tokens: releases the threads of the node. */
void upcr_arrival_release(uint32_t phase, struct upcr_tokens all);

/* Wakes all other threads of the node. The caller has published the reason by a sequentially
 * consistent read-modify-write, or before a full fence. */
void upcr_arrival_wake_all(void);

#endif
