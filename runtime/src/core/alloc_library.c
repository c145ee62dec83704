/* SPDX-License-Identifier: Apache-2.0 */
/* Allocation functions (UPC 7.2.2) and those of locks (7.2.4). */
#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/settings.h"
#include "../check/check.h"
#include "../mem/segment.h"
#include "alloc.h"
#include "barrier.h"
#include "known_blocks.h"
#include "library.h"
#include "lock.h"
#include "remote.h"
#include "single_valued.h"

/* p, what an allocation of n bytes on a thread gave. If it is null, notes n for the report of a
 * null pointer. */
static upcr_ppts_t noted(upcr_pts_t p, uint64_t n) {
  if (p == 0)
    __atomic_store_n(&upcr_segment_header(upcr_self.mythread)->refused, n, __ATOMIC_RELAXED);
  return upcr_pp(p, 0);
}

upcr_ppts_t upc_global_alloc(size_t nblocks, size_t nbytes) {
  return noted(upcr_alloc_blocks(nblocks, nbytes), upcr_alloc_bytes_per_thread(nblocks, nbytes));
}

/* For the message if threads give others. */
static void note_arguments(uint64_t first, uint64_t second) {
  upcr_arguments_now = (struct upcr_arguments){upcr_check_on(), {first, second}};
}

upcr_ppts_t upc_all_alloc(size_t nblocks, size_t nbytes) {
  upcr_pts_t p = 0;
  note_arguments(nblocks, nbytes);
  upcr_alloc_reclaim();
  if (upcr_self.mythread == 0)
    p = upcr_alloc_blocks(nblocks, nbytes);
  upcr_ppts_t all = upcr_collective_broadcast(
      UPCR_ALL_ALLOC, upcr_digest(upcr_digest(0, nblocks), nbytes), upcr_pp(p, 0));
  upcr_known_block_add(all.p, upcr_alloc_bytes_per_thread(nblocks, nbytes));
  return noted(all.p, upcr_alloc_bytes_per_thread(nblocks, nbytes));
}

upcr_ppts_t upc_alloc(size_t nbytes) {
  return noted(upcr_alloc_own(nbytes, upcr_alloc_align(nbytes)), nbytes);
}

upcr_ppts_t upc_local_alloc(size_t nblocks, size_t nbytes) {
  size_t total;
  return __builtin_mul_overflow(nblocks, nbytes, &total) ? upcr_pp(0, 0) : upc_alloc(total);
}

void upc_free(upcr_ppts_t ptr) {
  upcr_known_block_remove(ptr.p);
  upcr_free_shared(ptr.p, "upc_free");
}

/* Frees after a barrier: all have entered. */
void upc_all_free(upcr_ppts_t ptr) {
  note_arguments(ptr.p, 0);
  upcr_collective_barrier(UPCR_ALL_FREE, upcr_digest(0, ptr.p));
  upcr_known_block_remove(ptr.p);
  if (upcr_self.mythread == 0)
    upcr_free_shared(ptr.p, "upc_all_free");
}

/* A lock has a cache line of its own, in the memory of the thread that allocates it. */
upcr_pts_t upc_global_lock_alloc(void) {
  upcr_pts_t lock = upcr_alloc_own(sizeof(struct upcr_lock), UPCR_HEAP_LINE);
  if (lock) {
    upcr_word_store(lock + offsetof(struct upcr_lock, word), 0);
    upcr_word_store(lock + offsetof(struct upcr_lock, queue), 0);
    upcr_word_store(lock + offsetof(struct upcr_lock, taken), 0);
  }
  return lock;
}

/* The thread that allocates the next lock for all: thread 0, or each in turn (UPC_LOCKS_RR). The
 * same on all threads, because the call is collective. */
static int next_lock_owner(void) {
  static UPCR_PER_THREAD int next;
  int owner = next;
  if (upcr_settings.locks_rr)
    next = (next + 1) % upcr_self.threads;
  return owner;
}

upcr_pts_t upc_all_lock_alloc(void) {
  int owner = next_lock_owner();
  upcr_pts_t lock = upcr_self.mythread == owner ? upc_global_lock_alloc() : 0;
  return upcr_collective_broadcast_from(UPCR_ALL_LOCK_ALLOC, 0, owner, upcr_pp(lock, 0)).p;
}

static void lock_free(upcr_pts_t lock, const char *what) {
  if (lock == 0)
    return;
  upcr_lock_retire(lock, what);
  upcr_free_shared(lock, what);
}

void upc_lock_free(upcr_pts_t ptr) { lock_free(ptr, "upc_lock_free"); }

void upc_all_lock_free(upcr_pts_t ptr) {
  note_arguments(ptr, 0);
  upcr_collective_barrier(UPCR_ALL_LOCK_FREE, upcr_digest(0, ptr));
  if (upcr_self.mythread == 0)
    lock_free(ptr, "upc_all_lock_free");
}
