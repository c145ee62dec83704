/* SPDX-License-Identifier: Apache-2.0 */
/* Services of the system: the clock, futexes, control groups, pthreads of the runtime. */
#ifndef UPCR_BASE_SYSTEM_H
#define UPCR_BASE_SYSTEM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* A clock of the system in nanoseconds. */
static inline int64_t upcr_clock_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* CLOCK_MONOTONIC in nanoseconds, the same for all threads of a node. */
static inline int64_t upcr_clock_ns(void) { return upcr_clock_of(CLOCK_MONOTONIC); }

/* Sleeps while *word == seen, a word that processes may share. Returns on a wake, on a signal, at
 * once when the word differs, and after a quarter of a second, since no ring announces that the
 * condition has become impossible. */
void upcr_futex_wait(_Atomic uint32_t *word, uint32_t seen);

/* Wakes every sleeper on the word. */
void upcr_futex_wake(_Atomic uint32_t *word);

/* The same without a time limit, for a word on which only one thread of this process sleeps, and
 * which another of its threads certainly changes. */
void upcr_futex_sleep(_Atomic uint32_t *word, uint32_t seen);
void upcr_futex_rouse(_Atomic uint32_t *word);

/* The least limit of the control groups (cgroups(7), versions 1 and 2) around this process, of
 * controller "memory" or "cpu". limit_in(folder) reads the limit of one group, UINT64_MAX if it has
 * none. All groups up to the visible root are read. */
uint64_t upcr_least_limit(const char *controller, uint64_t (*limit_in)(const char *folder));

/* The number at the start of a group's file, UINT64_MAX if there is none ("max" included). */
uint64_t upcr_number_in(const char *folder, const char *file);

/* Asks the scheduler for the shortest time slices for this thread, and for the pthreads and
 * processes that it starts later (Linux 6.12 or later; earlier systems have one length for all). A
 * thread that yields is charged the rest of its slice, and one that is woken runs at once only if
 * the running one has had its slice: docs/decisions/waiting.md. Changes no other policy than that
 * of ordinary processes, and no share of the processor. */
void upcr_shorten_time_slices(void);

/* Starts a detached pthread of the runtime, which never ends, with all signals blocked.
 * stack_bytes 0: the default. Returns 0 or an error number. */
int upcr_background_pthread(void *(*run)(void *), size_t stack_bytes);

/* The number of these pthreads in this process. */
int upcr_background_pthreads(void);

/* Mutual exclusion of the program's own pthreads, which may all call UPC functions as the one UPC
 * thread of their process. Does nothing if UPC threads are pthreads. */
static inline void upcr_own_pthreads_lock(pthread_mutex_t *mutex) {
#ifdef __UPCR_PTHREADS__
  (void)mutex;
#else
  pthread_mutex_lock(mutex);
#endif
}

/* Ends the exclusion. */
static inline void upcr_own_pthreads_unlock(pthread_mutex_t *mutex) {
#ifdef __UPCR_PTHREADS__
  (void)mutex;
#else
  pthread_mutex_unlock(mutex);
#endif
}

#endif
