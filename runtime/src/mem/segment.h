/* SPDX-License-Identifier: Apache-2.0 */
/* A segment and its header (docs/abi.md section 8).
 *
 * Segment t is [job->segments + t * stride, + stride). Offsets below UPCR_STATIC_BASE name its
 * header. Page 0 itself is not accessible, so that a null pointer-to-shared faults: the headers lie
 * together in the control block, and code that resolves such an offset goes there. */
#ifndef UPCR_MEM_SEGMENT_H
#define UPCR_MEM_SEGMENT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "heap.h"
#include "job.h"

enum {
  UPCR_STATIC_BASE = 4096, /* offset of static shared data */
  UPCR_PAGE = 4096         /* granule of the heap limits, whatever the system's page size */
};

/* A lock (core/lock.h), in a segment header or in memory that upc_alloc gave. */
struct upcr_lock {
  _Alignas(64) uint64_t
      heap_links[2]; /* free memory is linked through its first words: `word` outlives a free */
  /* Holder + 1 in bits 31..0, 0: free, all ones: no lock any more. Top of the stack of waiters + 1
   * in bits 60..32. Bit 61: `queue` is not 0. Bit 62: the stack has several waiters. Bit 63: a
   * waiter was woken and has not come to the word yet. */
  uint64_t word;
  uint64_t queue; /* the holder's own list of waiters, oldest first: thread + 1, 0: none */
  /* Where the holder took it, for reports: upcr_lock_taken. Unknown if 0, or if it names another
   * thread. */
  uint64_t taken;
  uint64_t coming; /* the same for the last thread to wait, which may be handed the lock */
};

enum { UPCR_LOCK_ADDRESS_BITS = 48 };

/* A thread and the address of one of its instructions, in one word. */
static inline uint64_t upcr_lock_taken(int thread, void *at) {
  uint64_t address = (uint64_t)at & ((UINT64_C(1) << UPCR_LOCK_ADDRESS_BITS) - 1);
  return (uint64_t)thread << UPCR_LOCK_ADDRESS_BITS | address;
}

/* Where a thread took locks that are far for it, for reports. Only the thread writes; `lock` is 0
 * while `at` changes. */
enum { UPCR_FAR_LOCKS = 8 /* the ones taken last */ };
struct upcr_far_lock {
  uint64_t lock; /* pointer-to-shared, 0: none */
  void *at;
};

/* The header of a segment, one page. Far threads access its words by atomics, put and get. */
struct upcr_segment_header {
  _Alignas(64) uint64_t reserved; /* offset 0 is the null pointer */
  /* End of the symmetric heap (bits 63..32) and start of the thread's own heap (bits 31..0), in
   * pages. The first never exceeds the second; both move by compare-and-swap only. */
  _Alignas(64) uint64_t limit;
  uint64_t deferred_free; /* stack of own-heap payloads that far threads freed, linked by their
                             first words */
  /* Of `heap`; thread 0's symmetric_lock is of the symmetric heap's growth. */
  struct upcr_lock heap_lock;
  struct upcr_lock symmetric_lock;
  _Alignas(64) uint64_t lock_next; /* while the thread waits for a lock: the next waiter + 1 */
  /* Once a holder took the thread from the queue: enum grant of core/lock.c. */
  uint64_t lock_granted;
  _Alignas(64) struct upcr_heap heap; /* the thread's own heap, under heap_lock */
  _Alignas(64) struct upcr_far_lock far_lock[UPCR_FAR_LOCKS];
  unsigned far_locks; /* records so far; the next index is modulo the places */
  uint64_t refused;   /* bytes on a thread of the last allocation that failed, for reports */
};

_Static_assert(sizeof(struct upcr_segment_header) <= UPCR_PAGE,
               "the header is page 0 of a segment");

/* The header page of a thread of this node. */
static inline struct upcr_segment_header *upcr_segment_header(int thread) {
  return (struct upcr_segment_header *)(void *)(upcr_job->headers + (size_t)thread * UPCR_PAGE);
}

/* Pointer-to-shared of a field of thread t's header. */
#define upcr_header_pts(t, field)                                                                  \
  upcr_pts_make((unsigned long)(t), (unsigned long)offsetof(struct upcr_segment_header, field))

/* Where offset 0 of the segment is mapped, in any process of the job, whatever upcr_self.map says.
 */
static inline char *upcr_segment_base(int thread) {
  return upcr_job->segments + (size_t)thread * upcr_job->segment_stride;
}

/* Pointer-to-shared to memory of the calling thread's segment. */
static inline upcr_pts_t upcr_own_pts(const void *own) {
  unsigned long offset = (unsigned long)((const char *)own - upcr_segment_base(upcr_self.mythread));
  return upcr_pts_make((unsigned long)upcr_self.mythread, offset);
}

/* The segment's entry in upcr_self.map, to which a pointer is added. */
static inline char *upcr_segment_entry(int thread) {
  return (char *)((unsigned long)upcr_segment_base(thread) -
                  upcr_pts_make((unsigned long)thread, 0));
}

/* Bytes [p, p + n) where they lie, header included. n >= 1 and inside the segment. */
static inline char *upcr_segment_address(upcr_pts_t p) {
  int thread = (int)upcr_thread(p);
  unsigned long offset = upcr_pts_offset(p);
  return offset < UPCR_STATIC_BASE ? (char *)upcr_segment_header(thread) + offset
                                   : upcr_segment_base(thread) + offset;
}

/* Moves the ends in a limit word of this node by pages, up or down. False: they would cross. */
static inline bool upcr_limit_move(uint64_t *word, int64_t symmetric, int64_t own) {
  uint64_t limit = __atomic_load_n(word, __ATOMIC_SEQ_CST);
  for (;;) {
    int64_t top = (int64_t)(limit >> 32) + symmetric, bottom = (int64_t)(limit & 0xffffffffu) + own;
    if (top > bottom)
      return false;
    if (__atomic_compare_exchange_n(word, &limit, (uint64_t)top << 32 | (uint64_t)bottom, false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return true;
  }
}

/* The ends in a limit word, in bytes. */
static inline uint64_t upcr_limit_symmetric(uint64_t limit) { return (limit >> 32) * UPCR_PAGE; }
static inline uint64_t upcr_limit_own(uint64_t limit) { return (limit & 0xffffffffu) * UPCR_PAGE; }

#endif
