/* SPDX-License-Identifier: Apache-2.0 */
/* Missing from <stdatomic.h>: 16-byte atomics, hints to the processor, storage of a
 * UPC thread, placement of hot functions. */
#ifndef UPCR_BASE_ATOMICS_H
#define UPCR_BASE_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>
#include <upcr/upcr.h>

/* Tells the processor that this is a loop that waits. */
static inline void upcr_cpu_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  __asm__ volatile("yield" ::: "memory");
#endif
}

/* Hints that the line at p, in any memory, will be read soon; that it will be written: it is then
 * fetched for the processor alone.
 *
 * Instructions and not __builtin_prefetch: the compiler drops calls of a function that does nothing
 * else. */
#if defined(__x86_64__)
#define upcr_prefetch_as_(instruction, p)                                                          \
  __asm__ volatile(instruction " %0" ::"m"(*(const char *)(p)))
static inline void upcr_prefetch(const void *p) { upcr_prefetch_as_("prefetcht0", p); }
static inline void upcr_prefetch_to_write(const void *p) { upcr_prefetch_as_("prefetchw", p); }
#elif defined(__aarch64__)
#define upcr_prefetch_as_(kind, p) __asm__ volatile("prfm " kind ", [%0]" ::"r"(p))
static inline void upcr_prefetch(const void *p) { upcr_prefetch_as_("pldl1keep", p); }
static inline void upcr_prefetch_to_write(const void *p) { upcr_prefetch_as_("pstl1keep", p); }
#endif

/* A full fence beside a sequentially consistent read-modify-write, which is one itself on x86-64;
 * but not to ThreadSanitizer. */
static inline void upcr_fence_beside_rmw(void) {
#if defined(__x86_64__) && !defined(UPCR_TSAN)
  __asm__ volatile("" ::: "memory");
#else
  upcr_full_fence();
#endif
}

/* Sequentially consistent compare-and-swap of the 16 aligned bytes at `at`; sets `expected` to the
 * previous value. */
static inline bool upcr_cas_pp(upcr_ppts_t *at, upcr_ppts_t *expected, upcr_ppts_t desired) {
#if defined(__x86_64__)
  bool done;
  __asm__ volatile("lock; cmpxchg16b %1\n\tsete %0"
                   : "=q"(done), "+m"(*at), "+a"(expected->p), "+d"(expected->phase)
                   : "b"(desired.p), "c"(desired.phase)
                   : "memory", "cc");
  return done;
#elif defined(__aarch64__)
  upcr_ppts_t want = *expected, seen;
  unsigned failed;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  do {
    __asm__ volatile("ldaxp %0, %1, %2" : "=&r"(seen.p), "=&r"(seen.phase) : "Q"(*at) : "memory");
    bool equal = seen.p == want.p && seen.phase == want.phase;
    upcr_ppts_t next =
        equal ? desired : seen; /* writing back proves that both halves were read at once */
    __asm__ volatile("stlxp %w0, %2, %3, %1"
                     : "=&r"(failed), "=Q"(*at)
                     : "r"(next.p), "r"(next.phase)
                     : "memory");
  } while (failed);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  *expected = seen;
  return seen.p == want.p && seen.phase == want.phase;
#endif
}

/* Storage of a UPC thread's own data: a global if a UPC thread is a process (docs/abi.md section
 * 2). */
#ifdef __UPCR_PTHREADS__
#define UPCR_PER_THREAD __thread __attribute__((tls_model("initial-exec")))
#else
#define UPCR_PER_THREAD
#endif

/* Groups the functions of the oversubscribed wait path, to cut TLB misses per context switch. */

#define UPCR_HOT __attribute__((hot))

#endif
