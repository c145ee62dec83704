/* What ALLSYNC asks for around a call: all threads have entered; all are done.
 *
 * Where there are few threads, with a processor each, by words: every thread writes two, and reads those of all others. On entry the
 * word is the one that upcr_call_enter stores, on exit `left`. That is two one-way trips of a cache line, the least that
 * a call can take in which nobody may begin before all have come or leave before all are done. Elsewhere by barriers. */
#ifndef UPCR_COLL_WORDS_H
#define UPCR_COLL_WORDS_H

#include "call.h"

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

/* Halves of these, by words alone; all memory must be mapped. upcr_words_done says that the thread is done, and wakes all. */
void upcr_words_await_entries(const struct upcr_call *call);
void upcr_words_done(const struct upcr_call *call);
void upcr_words_await_done(const struct upcr_call *call, int thread);

#endif
