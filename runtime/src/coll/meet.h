/* SPDX-License-Identifier: Apache-2.0 */
/* How the threads of a node synchronise in a call: by words; by one line that two threads pass to
 * and fro; by a barrier whose last thread works for all. */
#ifndef UPCR_COLL_MEET_H
#define UPCR_COLL_MEET_H

#include "call.h"

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
