/* SPDX-License-Identifier: Apache-2.0 */
/* One call of a collective of <bupc_collectivev.h>: each thread gives bytes of its own, and takes
 * those of others.
 *
 * Where all memory is mapped, and few bytes are given, they are a post (coll/post.h), and a call
 * costs what one of <upc_collective.h> with UPC_IN_MYSYNC | UPC_OUT_MYSYNC costs: a thread waits
 * for those alone whose bytes it takes. Elsewhere each puts its bytes in its part of an area, and
 * takes the others' after a barrier. */
#ifndef UPCR_BUPC_VALUE_CALL_H
#define UPCR_BUPC_VALUE_CALL_H

#include "../coll/call.h"

struct upcr_value_call {
  struct upcr_call call;
  size_t size; /* bytes that a thread gives, if it gives any: the same in all */
  bool posted; /* the same in all */
};

/* Enters. `arguments` are what else must be the same in all threads. Ends the job where an area is
 * needed and there is no room. */
struct upcr_value_call upcr_value_enter(size_t size, uint64_t arguments);

/* Gives call->size bytes to all threads, or to one; every thread calls one of them, or gives none.
 */
void upcr_value_give(const struct upcr_value_call *call, const void *bytes);
void upcr_value_give_to(const struct upcr_value_call *call, int reader, const void *bytes);
void upcr_value_give_none(const struct upcr_value_call *call);

/* Copies bytes [at, at + n) of what a thread gave. */
void upcr_value_take(const struct upcr_value_call *call, void *to, int thread, size_t at, size_t n);

/* In place of the functions above: gives call->size bytes to a thread that does not know its giver,
 * and takes the bytes that were given to the caller, if any. */
void upcr_value_pass(const struct upcr_value_call *call, int to, const void *bytes, void *taken);

void upcr_value_leave(const struct upcr_value_call *call);

#endif
