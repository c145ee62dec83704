/* SPDX-License-Identifier: Apache-2.0 */
/* How the threads of a node meet: by words, by a word to and fro of two threads, by a barrier
 * whose last thread works for all. */
#ifndef UPCR_COLL_MEET_H
#define UPCR_COLL_MEET_H

#include "call.h"

/* ALLSYNC around a call: all threads have entered; all are done.
 *
 * Where there are few threads, with a processor each, by words: every thread writes two, and
 * reads those of all others. On entry the word is the one that upcr_call_enter stores, on exit
 * `left`. That is two one-way trips of a cache line, the least that a call can take in which
 * nobody may begin before all have come or leave before all are done. Elsewhere by barriers. */

/* True if the job's threads do it by words: the same in all of them. */
bool upcr_threads_use_words(void);

/* Waits until all threads have entered the call. */
void upcr_all_entered(const struct upcr_call *call);

/* The thread is done with its reads and writes of the call; waits until all are. A fence. */
void upcr_all_done(const struct upcr_call *call);

/* The same in a call of any mode: MYSYNC is met by what ALLSYNC asks for. */
static inline void upcr_direct_begin(const struct upcr_call *call) {
  if (call->in != UPCR_NOSYNC)
    upcr_all_entered(call);
}

static inline void upcr_direct_end(const struct upcr_call *call) {
  if (call->out != UPCR_NOSYNC)
    upcr_all_done(call);
}

/* Halves of these, by words alone; all memory must be mapped. upcr_words_done says that the
 * thread is done, and wakes all. */
void upcr_words_await_entries(const struct upcr_call *call);
void upcr_words_done(const struct upcr_call *call);
void upcr_words_await_done(const struct upcr_call *call, int thread);

/* Calls of two threads of which one, the server, does the work of both: the other says that it
 * has entered, and waits until the server says that all is done. Any mode of synchronisation is
 * met by that.
 *
 * Both words are in one line, which goes to the server once and back once: a round trip, where
 * two synchronisations of both threads take two, as each thread asks for its own line to write
 * it and for the other's to read it. */

/* True in the server, call->root: all have entered, the work is to be done, then upcr_pair_done
 * called. False in the other thread: all is done. THREADS is 2, and all memory mapped. */
bool upcr_pair_serves(const struct upcr_call *call);
void upcr_pair_done(const struct upcr_call *call);

/* Calls in which the last thread to enter does the work of all, before anyone leaves: one
 * barrier in place of two, and so half the switches where threads share processors. Any mode of
 * synchronisation is met by that. It gains as long as the work takes less time than a barrier
 * does. */

/* By the last thread to enter: what all threads did before the call comes before it, and it
 * before what they do after the call. */
typedef void upcr_serve_function(const struct upcr_call *call);

/* All memory is mapped, and barriers have a last thread (core/barrier.h). */
void upcr_last_serves(const struct upcr_call *call, upcr_serve_function *serve);

#endif
