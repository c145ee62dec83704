/* SPDX-License-Identifier: Apache-2.0 */
/* The core's own accesses to words of other threads, segment headers included: direct where the
 * segment is mapped, through the transport where it is not. */
#ifndef UPCR_CORE_REMOTE_H
#define UPCR_CORE_REMOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../mem/segment.h"
#include "../net/net.h"

/* The address of p's bytes for the calling thread; 0 if they are far. */
static inline void *upcr_reach(upcr_pts_t p) {
  return upcr_self.map[upcr_thread(p)] ? upcr_segment_address(p) : (void *)0;
}

/* Writes n bytes at p; complete on return. */
static inline void upcr_write(upcr_pts_t p, const void *from, size_t n) {
  upcr_putb(p, from, n);
  upcr_settle_far();
}

/* Sequentially consistent atomic on an aligned word; args->old is the value before. */
static inline void upcr_atomic_at(upcr_pts_t p, struct upcr_net_atomic_args *args) {
  void *at = upcr_reach(p);
  if (at)
    upcr_atomic_here(at, args);
  else
    upcr_atomic_there(p, args);
}

/* Acquire order at least. */
static inline uint64_t upcr_word_load(upcr_pts_t p) {
  uint64_t *at = upcr_reach(p);
  if (at)
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);
  struct upcr_net_atomic_args args = {.op = UPCR_NET_LOAD, .width = 8};
  upcr_atomic_there(p, &args);
  return args.old.p;
}

/* Release order at least. */
static inline void upcr_word_store(upcr_pts_t p, uint64_t value) {
  uint64_t *at = upcr_reach(p);
  if (at) {
    __atomic_store_n(at, value, __ATOMIC_RELEASE);
    return;
  }
  struct upcr_net_atomic_args args = {.op = UPCR_NET_SWAP, .width = 8, .operand = {value, 0}};
  upcr_atomic_there(p, &args);
}

/* True if *p was *expected and is now `desired`; else sets *expected to the value of *p.
 * Sequentially consistent. */
static inline bool upcr_word_cas(upcr_pts_t p, uint64_t *expected, uint64_t desired) {
  uint64_t *at = upcr_reach(p);
  if (at)
    return __atomic_compare_exchange_n(at, expected, desired, 0, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
  struct upcr_net_atomic_args args = {
      .op = UPCR_NET_CAS, .width = 8, .operand = {desired, 0}, .expected = {*expected, 0}};
  upcr_atomic_there(p, &args);
  bool done = args.old.p == *expected;
  *expected = args.old.p;
  return done;
}

/* Relaxed updates of far memory: `a[i] += x` is one message without a reply (update.c). Called
 * before the process's threads start. */
void upcr_update_start(void);

/* Relaxed reads of far memory fetch whole lines into the far cache (far_cache.h), which are used
 * until the thread synchronises. This bit is in upcr_now.far_relaxed while there may be lines. The
 * transports have the bits below (net/net.h). */
enum { UPCR_CACHED_LINES = 4, UPCR_CACHED_ANY = UPCR_CACHED_LINES | UPCR_CACHED_STORES };

/* Reads n bytes at p, which is far and checked, into dst; more than UPCR_FAR_LINE bytes are fetched
 * without the cache. */
void upcr_read_ahead(void *dst, upcr_pts_t p, size_t n);

/* The same for bytes that the program reads by elements. They count as reads of their words: the
 * limits of read_ahead.c bound how often the program reads an old value. */
void upcr_read_row_ahead(void *dst, upcr_pts_t p, size_t n);

/* The thread has written n bytes to p, far: updates the cached copies. */
void upcr_far_cache_write(upcr_pts_t p, const void *src, size_t n);

/* The thread changes n bytes at p, far, without a value here: forgets their copies. */
void upcr_far_cache_drop(upcr_pts_t p, size_t n);

/* Forgets all lines: the thread synchronises, or has changed far memory in another way. */
void upcr_far_cache_forget(void);

#endif
