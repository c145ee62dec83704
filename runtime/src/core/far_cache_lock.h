/* SPDX-License-Identifier: Apache-2.0 */
/* The lock of a UPC thread's far cache (far_cache.h). It protects the cache from the program's own
 * pthreads; UPC threads that are pthreads have a cache each and need no lock.
 *
 * Nearly always one pthread makes all accesses, and reading a cached byte takes fewer instructions
 * than a mutex. So the lock is reserved for the first pthread that takes it, until another one
 * wants it (Kawachiya, Koseki and Onodera, "Lock reservation", OOPSLA 2002):
 *
 *   owner    busy = 1; has the lock if `owner` is still this pthread; gives it back by busy = 0.
 *   another  takes the mutex; owner = nobody, for ever; membarrier; waits until busy is 0.
 *
 * The owner's store of busy and its load of `owner` need no fence between them: membarrier returns
 * when each running pthread has passed a full fence. If that was before the load, the load finds
 * nobody; if it was after the store, the other pthread finds busy. The release of busy = 0 pairs
 * with the acquire of the loop that waits for it. From then on all take the mutex
 * (runtime/models/far_cache_lock.pml). */
#ifndef UPCR_CORE_FAR_CACHE_LOCK_H
#define UPCR_CORE_FAR_CACHE_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>

/* Inline also where the C compiler saves space: the callers are cold to the program's code, which
 * mostly has near memory. */
#define UPCR_HIT static inline __attribute__((always_inline))

enum upcr_far_cache_hold { UPCR_FAR_CACHE_FREE, UPCR_FAR_CACHE_RESERVED, UPCR_FAR_CACHE_MUTEX };

/* How the calling pthread has the lock. Its address stands for the pthread. */
extern __thread enum upcr_far_cache_hold upcr_far_cache_hold
    __attribute__((tls_model("initial-exec")));

#ifdef __UPCR_PTHREADS__
UPCR_HIT bool upcr_far_cache_try_reserved(void) { return true; }
UPCR_HIT void upcr_far_cache_end_reserved(void) {}
#else
struct upcr_far_cache_reservation {
  enum upcr_far_cache_hold *_Atomic owner;
  _Atomic bool busy; /* written only by the owner, or by the pthread that was it */
};
extern struct upcr_far_cache_reservation upcr_far_cache_reservation;

/* For a few instructions that call nothing. True: the calling pthread has the lock, which is
 * reserved for it. */
UPCR_HIT bool upcr_far_cache_try_reserved(void) {
  struct upcr_far_cache_reservation *r = &upcr_far_cache_reservation;
  if (atomic_load_explicit(&r->owner, memory_order_relaxed) != &upcr_far_cache_hold)
    return false;
  atomic_store_explicit(&r->busy, true, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&r->owner, memory_order_relaxed) != &upcr_far_cache_hold) {
    atomic_store_explicit(&r->busy, false, memory_order_release);
    return false;
  }
  return true;
}

UPCR_HIT void upcr_far_cache_end_reserved(void) {
  atomic_store_explicit(&upcr_far_cache_reservation.busy, false, memory_order_release);
}
#endif

/* Take and give back the lock; the calling pthread must not have it, or must have it. */
void upcr_far_cache_lock(void);
void upcr_far_cache_unlock(void);

/* True if the calling pthread is between these two. */
static inline bool upcr_far_cache_is_locked(void) {
  return upcr_far_cache_hold != UPCR_FAR_CACHE_FREE;
}

#endif
