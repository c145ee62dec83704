/* SPDX-License-Identifier: Apache-2.0 */
/* The waits of the collectives. A long wait looks for calls that do not match. */
#ifndef UPCR_COLL_AWAIT_H
#define UPCR_COLL_AWAIT_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "../base/simulated.h"
#include "../mem/job.h"
#include "call.h"

enum { UPCR_ANYBODY = -1 };

/* A call that a thread waits in: of all threads, or of a team. */
struct upcr_waiter {
  enum upcr_collective function;
  uint32_t number, tag;
  upcr_pts_t team; /* whose operations have the number; 0: a call of all threads */
};

/* Ends the job with a message if `thread` starts that call too late or never, or has started
 * another one in its place. The word at `started` is the one in which it publishes its start
 * (await.c). */
void upcr_look_for_start(struct upcr_waiter waiter, int thread, upcr_pts_t started);

/* Ends the job: `thread` is in a call with this tag instead. */
_Noreturn void upcr_refuse_tag(struct upcr_waiter waiter, int thread, uint32_t tag);

/* The slow path of upcr_await, for a count that is not reached yet. For UPCR_ANYBODY it gives up
 * once all threads have entered the call and some time has passed: then the word that it returns
 * may not have reached `number`. */
uint64_t upcr_await_long(const struct upcr_call *call, const uint64_t *word, uint32_t number,
                         int thread);

/* Ends the job unless a word that has reached `number` has the call's tag. (A word with a greater
 * count has the tag of a later call.) */
void upcr_check_tag(const struct upcr_call *call, uint64_t word, uint32_t number, int thread);

/* Waits until the count of *word (call.h), which only `thread` writes, with release, is at least
 * `number`. Returns the word, read with acquire. Ends the job with a message if `thread` certainly
 * never raises the count (await.c). */
static inline uint64_t upcr_await(const struct upcr_call *call, const uint64_t *word,
                                  uint32_t number, int thread) {
  uint64_t seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  if (!upcr_reached(seen, number))
    seen = upcr_await_long(call, word, number, thread);
  upcr_charge_line(thread);
  return seen;
}

/* The same, and the tag at that count must be the call's. */
static inline void upcr_await_tagged(const struct upcr_call *call, const uint64_t *word,
                                     uint32_t number, int thread) {
  uint64_t seen = upcr_await(call, word, number, thread);
  if (seen != upcr_numbered(number, call->tag))
    upcr_check_tag(call, seen, number, thread);
}

/* Wakes the threads, all or one, that may sleep in upcr_await for a word that the caller has
 * published. A full fence. */
void upcr_wake_all(void);
void upcr_wake_one(int thread);

/* The same, deferred until the caller waits or leaves the call. Until then it may do no more work
 * than a copy of some KB. */
void upcr_owe_wake_all(void);
void upcr_owe_wake_one(int thread);

/* Performs the deferred wakes: after a full fence, or after one that the caller has executed. */
void upcr_pay_wakes(void);
void upcr_pay_wakes_after_fence(void);

/* The caller has executed a full fence after what it has published for the thread. */
void upcr_wake_if_asleep(int thread);

/* True if yielding cannot help a wait for `thread`: the node is oversubscribed, `thread` runs on
 * another processor, and every thread on this one has entered the call. False with UPC_POLITE, and
 * where not all memory is mapped. If the system has moved a thread the answer may be wrong, which
 * only costs time. Implies no memory ordering. */
bool upcr_yield_cannot_help(const struct upcr_call *call, int thread);

/* State of one wait; all zero at its start, and again after each examination of the other
 * thread. */
struct upcr_stall_timer {
  int polls;
  int64_t since; /* time of the first look, in nanoseconds */
};

/* Nanoseconds of a clock with the resolution of the system's tick. */
static inline int64_t upcr_stall_timer_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Call after each unsuccessful look: returns true after a fifth of a second. With a processor for
 * every thread the clock is read at one look in 64 only, until the thread has begun to sleep in
 * between. */
static inline bool upcr_stall_timer_expired(struct upcr_stall_timer *stall_timer) {
  enum { CLOCK_AFTER = 64, ENOUGH = 200000000 };
  if (upcr_is_simulated())
    return upcr_simulated->stuck();
  if (++stall_timer->polls == 1)
    stall_timer->since = upcr_stall_timer_now();
  if (!upcr_job->config.oversubscribed && stall_timer->polls % CLOCK_AFTER != 0 &&
      stall_timer->polls < 16 * CLOCK_AFTER)
    return false;
  return upcr_stall_timer_now() - stall_timer->since > ENOUGH;
}

/* How the threads of a node synchronise in a call (meet.c): by words; by one line that two threads
 * pass to and fro; by a barrier whose last thread works for all. */

/* ALLSYNC around a call: all threads have entered; all are done. Few threads with a processor each
 * use words, which each thread writes and all read: on entry the word that upcr_call_enter stores,
 * on exit `left`. Otherwise barriers synchronise. */

/* True if the job's threads synchronise by words: the same on all threads. */
bool upcr_threads_use_words(void);

/* Waits until all threads have entered the call. */
void upcr_all_entered(const struct upcr_call *call);

/* The thread has made all its reads and writes of the call; waits until all threads have. A fence.
 * In a job of several nodes, when all its own data are complete, it waits only for its node and
 * owes the rest (core/barrier.h). */
void upcr_all_done(const struct upcr_call *call);

/* Halves of these, by words alone; all memory must be mapped. upcr_words_done says that the
 * thread is done, and wakes all. */
void upcr_words_await_entries(const struct upcr_call *call);
void upcr_words_done(const struct upcr_call *call);
void upcr_words_await_done(const struct upcr_call *call, int thread);

/* Calls of two threads of which one, the server, does the work of both: a round trip of one line.
 * It satisfies any synchronisation mode. */

/* True in the server, call->root: all have entered, the work is to be done, then upcr_pair_done
 * called. False in the other thread: all is done. THREADS is 2, and all memory mapped. */
bool upcr_pair_serves(const struct upcr_call *call);
void upcr_pair_done(const struct upcr_call *call);

#endif
