/* SPDX-License-Identifier: Apache-2.0 */
/* A call of a collective of <bupc_collectivev.h>: each thread gives bytes, and takes those of
 * others.
 *
 * Where all memory is mapped and the bytes are few, they are a post (coll/post.h): a thread waits
 * only for the threads whose bytes it takes, as in <upc_collective.h> with UPC_IN_MYSYNC |
 * UPC_OUT_MYSYNC. Otherwise each thread writes its bytes to its part of an area, and reads the
 * others' after a barrier. */
#ifndef UPCR_BUPC_VALUE_CALL_H
#define UPCR_BUPC_VALUE_CALL_H

#include "../coll/call.h"

struct upcr_value_call {
  struct upcr_call call;
  size_t size; /* bytes that a giving thread gives; single-valued */
  bool posted; /* single-valued */
};

/* Enters. `arguments` are the other single-valued arguments. Ends the job if an area is needed and
 * the heap is full. */
struct upcr_value_call upcr_value_enter(size_t size, uint64_t arguments);

/* Give call->size bytes to all threads, to one, or to none; every thread calls one of the three. */
void upcr_value_give(const struct upcr_value_call *call, const void *bytes);
void upcr_value_give_to(const struct upcr_value_call *call, int reader, const void *bytes);
void upcr_value_give_none(const struct upcr_value_call *call);

/* Copies bytes [at, at + n) of those that `thread` gave. */
void upcr_value_take(const struct upcr_value_call *call, void *to, int thread, size_t at, size_t n);

/* Replaces the functions above where the receiver does not know the giver: gives call->size bytes
 * to thread `to`, and takes the bytes given to the caller, if any. */
void upcr_value_pass(const struct upcr_value_call *call, int to, const void *bytes, void *taken);

/* Leaves the call: the thread has given and taken. */
void upcr_value_leave(const struct upcr_value_call *call);

#endif
