/* The one wait of the collectives, and what it does when the wait is long: looks for calls that do not match. */
#ifndef UPCR_COLL_AWAIT_H
#define UPCR_COLL_AWAIT_H

#include "call.h"

/* Waits until the count of *word (call.h), which `thread` alone writes with release, is `number` or more. Gives the word,
 * read with acquire. Ends the job with a message where `thread` can be seen never to come: it has ended, is in a barrier
 * that the caller has not been in, is in another collective, or has left this one. */
uint64_t upcr_await(const struct upcr_call *call, const uint64_t *word, uint32_t number, int thread);

/* The same, and the tag at that count must be the call's. */
void upcr_await_tagged(const struct upcr_call *call, const uint64_t *word, uint32_t number, int thread);

/* Wakes the threads that may sleep in upcr_await for what the caller has published: all, or one. */
void upcr_wake_all(void);
void upcr_wake_one(int thread);

#endif
