/* SPDX-License-Identifier: Apache-2.0 */
/* Shared allocation: locks, growth and shrinking of the two heaps.
 *
 * The symmetric heap grows up from heap_base in all segments at once, a thread's own heap grows
 * down from heap_end. Each segment's limit word holds both ends, in pages. A heap moves its end by
 * compare-and-swap and only if the ends do not cross, so the heaps never overlap. While the
 * symmetric heap is being extended, the limit word may already hold its new end: an own heap that
 * needs exactly these pages then reports that it is full. */
#include "alloc.h"

#include <pthread.h>
#include <stdbool.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/settings.h"
#include "../check/block_records.h"
#include "../check/check.h"
#include "lock.h"
#include "remote.h"

enum {
  OWN_GROWTH = 256 << 10,     /* least growth of an own heap in bytes, if there is room */
  SYMMETRIC_GROWTH = 1 << 20, /* the same for the symmetric heap: a message to each node */
  GROWTH_PART = 8, /* at most this share of both heaps, so that the other one finds room in a small
                    * segment */
  TRIM_AT = 2 * SYMMETRIC_GROWTH /* free bytes at an end that are given back */
};

/* A program's own pthreads are one UPC thread to the heap locks. */
static UPCR_PER_THREAD pthread_mutex_t heap_mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock_heap(upcr_pts_t lock) {
  pthread_mutex_lock(&heap_mutex);
  upcr_lock_acquire(lock, "shared heap");
}

static void unlock_heap(upcr_pts_t lock) {
  upcr_lock_release(lock, "shared heap");
  pthread_mutex_unlock(&heap_mutex);
}

static uint64_t pages(uint64_t bytes) { return (bytes + UPCR_PAGE - 1) / UPCR_PAGE; }

static bool reserve_symmetric(uint64_t count) { return upcr_symmetric_move_limits((int64_t)count); }

/* Must be called on the node of `thread`; handlers may call it. */
static bool move_own_limit(int thread, int64_t own) {
  return upcr_limit_move(&upcr_segment_header(thread)->limit, 0, own);
}

static bool reserve_own(uint64_t count) {
  return move_own_limit(upcr_self.mythread, -(int64_t)count);
}

/* Grows a heap for `need` bytes, of which `have` are free at its growing end. Returns the number of
 * bytes reserved; 0 if the segment is full. */
static uint64_t grow(bool (*reserve)(uint64_t count), uint64_t need, uint64_t have,
                     uint64_t growth) {
  uint64_t part = (upcr_job->heap_end - upcr_job->heap_base) / GROWTH_PART;
  uint64_t least = pages(need > have ? need - have : UPCR_PAGE),
           more = pages(growth < part ? growth : part);
  if (more > least && reserve(more))
    return more * UPCR_PAGE;
  return reserve(least) ? least * UPCR_PAGE : 0;
}

/* Refuses a request that no segment can hold, before arithmetic on sizes could wrap. */
static bool fits_segment(uint64_t n) {
  return n != 0 && n <= upcr_job->heap_end - upcr_job->heap_base;
}

static uint64_t own_alloc_locked(struct upcr_segment_header *own, char *base, uint64_t n,
                                 uint64_t align) {
  uint64_t payload = upcr_heap_alloc(&own->heap, base, n, align);
  if (payload)
    return payload;
  uint64_t have = upcr_heap_free_at_bottom(&own->heap, base);
  uint64_t bytes = grow(reserve_own, upcr_heap_extent_for(n, align), have, OWN_GROWTH);
  if (bytes == 0)
    return 0;
  upcr_heap_extend_down(&own->heap, base, bytes);
  return upcr_heap_alloc(&own->heap, base, n, align);
}

_Noreturn static void report_bad_free(upcr_pts_t p, const char *what) {
  upcr_fatal(
      "%s of a pointer that no allocation returned, that was freed already, or whose block was "
      "overwritten: thread %lu, offset %#lx (UPC 7.2.2)\n"
      "    memory of upc_all_alloc is one block: one thread frees it with upc_free, or all with "
      "upc_all_free",
      what, upcr_thread(p), upcr_pts_offset(p));
}

/* Under the heap's lock. The thread's segment is mapped here. */
static void own_give_back_locked(int thread, upcr_pts_t p, const char *what) {
  struct upcr_segment_header *header = upcr_segment_header(thread);
  char *base = upcr_segment_base(thread);
  if (!upcr_heap_free(&header->heap, base, upcr_pts_offset(p)))
    report_bad_free(p, what);
  if (upcr_heap_free_at_bottom(&header->heap, base) >= TRIM_AT)
    move_own_limit(thread,
                   (int64_t)(upcr_heap_trim_down(&header->heap, base, UPCR_PAGE) / UPCR_PAGE));
}

/* With checks a freed block enters the quarantine, and returns to the heap after later frees. */
static void own_free_locked(int thread, upcr_pts_t p, const char *what) {
  if (!upcr_blocks_kept()) {
    own_give_back_locked(thread, p, what);
    return;
  }
  upcr_block_quarantine(thread, upcr_pts_offset(p));
  for (uint64_t old; (old = upcr_block_release(thread, false));)
    own_give_back_locked(thread, upcr_pts_make((unsigned long)thread, old), what);
}

/* Returns all quarantined blocks to the heap. False if there were none. */
static bool own_give_back_all_locked(int thread) {
  bool some = false;
  for (uint64_t old; upcr_blocks_kept() && (old = upcr_block_release(thread, true)); some = true)
    own_give_back_locked(thread, upcr_pts_make((unsigned long)thread, old), "upc_free");
  return some;
}

/* Frees the blocks on a thread's stack. The acquire pairs with the compare-and-swap of
 * own_free_far, so the links are valid. */
static void reclaim_locked(int thread) {
  uint64_t next =
      __atomic_exchange_n(&upcr_segment_header(thread)->deferred_free, 0, __ATOMIC_ACQUIRE);
  while (next) {
    upcr_pts_t p = upcr_pts_make((unsigned long)thread, next);
    next = *(uint64_t *)(void *)upcr_segment_address(p);
    own_free_locked(thread, p, "upc_free");
  }
}

/* Under the heap's lock: returns the blocks that the calling thread keeps. False if there were
 * none. */
static bool own_give_back_kept_locked(void) {
  uint64_t payload = upcr_alloc_cache_drop();
  bool some = payload != 0;
  for (; payload; payload = upcr_alloc_cache_drop())
    own_give_back_locked(upcr_self.mythread,
                         upcr_pts_make((unsigned long)upcr_self.mythread, payload), "upc_free");
  return some;
}

static bool has_deferred(int thread) {
  return __atomic_load_n(&upcr_segment_header(thread)->deferred_free, __ATOMIC_RELAXED) != 0;
}

/* Warns if the runtime itself made the heap small. */
static upcr_pts_t no_room(uint64_t n) {
  static _Atomic int said;
  if (n > 0 && upcr_job->config.small_heap && !atomic_exchange(&said, 1))
    upcr_warn("no room for %lu bytes in the shared heap, which has %zu MB per thread under "
              "valgrind; upcrun "
              "-shared-heap sets another size",
              (unsigned long)n, upcr_job->config.heap_bytes >> 20);
  return 0;
}

upcr_pts_t upcr_alloc_own(uint64_t n, uint64_t align) {
  int me = upcr_self.mythread;
  if (!fits_segment(n))
    return no_room(n);
  if (align == UPCR_HEAP_ALIGN && !has_deferred(me)) {
    uint64_t kept = upcr_alloc_cache_take(n);
    if (kept)
      return upcr_pts_make((unsigned long)me, kept);
  }
  lock_heap(upcr_header_pts(me, heap_lock));
  reclaim_locked(me);
  uint64_t payload;
  do
    payload = own_alloc_locked(upcr_segment_header(me), upcr_segment_base(me), n, align);
  while (!payload && (own_give_back_kept_locked() || own_give_back_all_locked(me)));
  if (payload && upcr_blocks_kept())
    upcr_block_add(me, payload, 1, n);
  unlock_heap(upcr_header_pts(me, heap_lock));
  return payload ? upcr_pts_make((unsigned long)me, payload) : no_room(n);
}

UPCR_HOT void upcr_alloc_settle(void) {
  if (!upcr_alloc_cache_is_empty())
    upcr_alloc_reclaim();
}

void upcr_alloc_reclaim(void) {
  int me = upcr_self.mythread;
  if (!has_deferred(me) && upcr_alloc_cache_is_empty())
    return;
  lock_heap(upcr_header_pts(me, heap_lock));
  reclaim_locked(me);
  own_give_back_kept_locked();
  unlock_heap(upcr_header_pts(me, heap_lock));
}

/* The lock keeps several threads from growing the heap at the same time. Another allocation may
 * take the reserved bytes before this one does; then this one tries again. */
static uint64_t symmetric_alloc_locked(uint64_t n, uint64_t align) {
  uint64_t have, payload = upcr_symmetric_take(0, n, align, &have);
  while (!payload) {
    uint64_t bytes =
        grow(reserve_symmetric, upcr_heap_extent_for(n, align), have, SYMMETRIC_GROWTH);
    if (bytes == 0)
      return 0;
    payload = upcr_symmetric_take(bytes, n, align, &have);
  }
  return payload;
}

uint64_t upcr_alloc_align(uint64_t n) {
  size_t from = upcr_settings.shared_alloc_align ? upcr_settings.shared_alloc_align : 1024;
  return n >= from ? UPCR_HEAP_LINE : UPCR_HEAP_ALIGN;
}

static void symmetric_give_back(uint64_t payload, const char *what) {
  uint64_t cut;
  if (!upcr_symmetric_give(payload, TRIM_AT, &cut))
    report_bad_free(upcr_pts_make(0, payload), what);
  if (cut)
    upcr_symmetric_move_limits(-(int64_t)(cut / UPCR_PAGE));
}

/* With checks the block enters the quarantine, and returns to the heap later. */
static void symmetric_free(upcr_pts_t p, const char *what) {
  int heap = upcr_self.threads;
  if (upcr_thread(p) != 0)
    report_bad_free(p, what);
  if (!upcr_blocks_kept()) {
    symmetric_give_back(upcr_pts_offset(p), what);
    return;
  }
  lock_heap(upcr_header_pts(0, symmetric_lock));
  upcr_block_quarantine(heap, upcr_pts_offset(p));
  for (uint64_t old; (old = upcr_block_release(heap, false));)
    symmetric_give_back(old, what);
  unlock_heap(upcr_header_pts(0, symmetric_lock));
}

static bool symmetric_give_back_all_locked(void) {
  bool some = false;
  for (uint64_t old; upcr_blocks_kept() && (old = upcr_block_release(upcr_self.threads, true));
       some = true)
    symmetric_give_back(old, "upc_free");
  return some;
}

uint64_t upcr_alloc_bytes_per_thread(uint64_t nblocks, uint64_t nbytes) {
  uint64_t total, threads = (uint64_t)upcr_self.threads;
  if (__builtin_mul_overflow(nblocks, nbytes, &total))
    return 0;
  return (nblocks / threads + (nblocks % threads != 0)) * nbytes;
}

static uint64_t symmetric_alloc(uint64_t nblocks, uint64_t nbytes, uint64_t n) {
  uint64_t align = upcr_alloc_align(n), have;
  uint64_t payload = upcr_blocks_kept() ? 0 : upcr_symmetric_take(0, n, align, &have);
  if (payload)
    return payload;
  lock_heap(upcr_header_pts(0, symmetric_lock));
  do
    payload = symmetric_alloc_locked(n, align);
  while (!payload && symmetric_give_back_all_locked());
  if (payload && upcr_blocks_kept())
    upcr_block_add(upcr_self.threads, payload, nblocks, nbytes);
  unlock_heap(upcr_header_pts(0, symmetric_lock));
  return payload;
}

upcr_pts_t upcr_alloc_blocks(uint64_t nblocks, uint64_t nbytes) {
  uint64_t n = upcr_alloc_bytes_per_thread(nblocks, nbytes);
  if (!fits_segment(n))
    return no_room(n);
  upcr_alloc_reclaim();
  uint64_t payload = symmetric_alloc(nblocks, nbytes, n);
  return payload ? upcr_pts_make(0, payload) : no_room(n);
}

upcr_pts_t upcr_alloc_symmetric(uint64_t n) {
  return upcr_alloc_blocks((uint64_t)upcr_self.threads, n);
}

/* Pushes the block on the owner's stack. The owner takes the whole stack at its next allocation, so
 * there is no ABA problem. */
static void own_free_far(upcr_pts_t p) {
  upcr_pts_t word = upcr_header_pts(upcr_thread(p), deferred_free);
  uint64_t top = upcr_word_load(word);
  do
    upcr_word_store(p, top);
  while (!upcr_word_cas(word, &top, upcr_pts_offset(p)));
}

static void own_free(upcr_pts_t p, const char *what) {
  int thread = (int)upcr_thread(p);
  if (!upcr_self.map[thread]) {
    own_free_far(p);
    return;
  }
  lock_heap(upcr_header_pts(thread, heap_lock));
  own_free_locked(thread, p, what);
  unlock_heap(upcr_header_pts(thread, heap_lock));
}

void upcr_free_shared(upcr_pts_t p, const char *what) {
  if (p == 0)
    return;
  upcr_settle_far(); /* a put may go to this block, whose next owner may be another thread */
  if (upcr_blocks_kept())
    upcr_check_free(p, what);
  unsigned long offset = upcr_pts_offset(p);
  if (upcr_thread(p) >= (unsigned long)upcr_self.threads || offset < upcr_job->heap_base ||
      offset >= upcr_job->heap_end || offset % UPCR_HEAP_ALIGN != 0)
    report_bad_free(p, what);
  uint64_t limit = upcr_word_load(upcr_header_pts(upcr_thread(p), limit));
  if (offset >= upcr_limit_own(limit)) {
    if (upcr_thread(p) == (unsigned long)upcr_self.mythread && !upcr_blocks_kept() &&
        upcr_alloc_cache_keep(offset))
      return;
    own_free(p, what);
    return;
  }
  symmetric_free(p, what);
}
