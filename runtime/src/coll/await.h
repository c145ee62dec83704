/* The one wait of the collectives, and what it does when the wait is long: looks for calls that do not match. */
#ifndef UPCR_COLL_AWAIT_H
#define UPCR_COLL_AWAIT_H

#include "call.h"

/* Waits for *word as upcr_await does; for what is not there yet. */
uint64_t upcr_await_long(const struct upcr_call *call, const uint64_t *word, uint32_t number, int thread);

/* Ends the job unless the tag of a word that has reached `number` is the call's: a count that is ahead has a later call's. */
void upcr_check_tag(const struct upcr_call *call, uint64_t word, uint32_t number, int thread);

/* Waits until the count of *word (call.h), which `thread` alone writes with release, is `number` or more. Gives the word,
 * read with acquire. Ends the job with a message where `thread` can be seen never to come: it has ended, is in a barrier
 * that the caller has not been in, is in another collective, or has left this one. */
static inline uint64_t upcr_await(const struct upcr_call *call, const uint64_t *word, uint32_t number, int thread) {
  uint64_t seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  return upcr_reached(seen, number) ? seen : upcr_await_long(call, word, number, thread);
}

/* The same, and the tag at that count must be the call's. */
static inline void upcr_await_tagged(const struct upcr_call *call, const uint64_t *word, uint32_t number, int thread) {
  uint64_t seen = upcr_await(call, word, number, thread);
  if (seen != upcr_numbered(number, call->tag))
    upcr_check_tag(call, seen, number, thread);
}

/* True if `thread` has entered a call of all threads that the caller has not entered; *function is what it called. */
bool upcr_call_is_ahead(int thread, enum upcr_collective *function);

/* Wakes the threads that may sleep in upcr_await for what the caller has published: all, or one. A full fence. */
void upcr_wake_all(void);
void upcr_wake_one(int thread);

/* The same, but not at once: before the caller waits for anything, and before it leaves the call, so that one fence
 * serves both. Between there must be no more work than a copy of some KB. */
void upcr_owe_wake_all(void);
void upcr_owe_wake_one(int thread);

/* Wakes those that it owes a wake: at once, or where the caller has made a full fence since it published. */
void upcr_pay_wakes(void);
void upcr_pay_wakes_after_fence(void);

#endif
