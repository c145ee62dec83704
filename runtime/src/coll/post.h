/* SPDX-License-Identifier: Apache-2.0 */
/* Posts: data that one thread writes and all threads of its node may read. All memory of the node
 * must be mapped.
 *
 * A thread has at most one post in a call. Its word and short data are in place number %
 * UPCR_COLL_POSTS, data of up to UPCR_COLL_POST_SHORT bytes in a body of the same number, longer
 * data in body number % UPCR_COLL_BODIES. The thread writes there after all threads have left the
 * earlier call with this place, so it never waits for readers of the same call. */
#ifndef UPCR_COLL_POST_H
#define UPCR_COLL_POST_H

#include "../core/remote.h"
#include "../mem/collective_area.h"
#include "call.h"
#include "register.h"

enum { UPCR_POST_MAX = UPCR_COLL_POST_BODY };

/* Where the thread may write n <= UPCR_POST_MAX bytes, aligned to 16. Waits for a free place. */
void *upcr_post_begin(const struct upcr_call *call, size_t n);

/* Makes the post known to all, or to one thread that waits for it. */
void upcr_post_all(const struct upcr_call *call);
void upcr_post_to(const struct upcr_call *call, int reader);

/* A hint whether a thread's post of this call is there. Implies no memory ordering. */
bool upcr_post_is_there(const struct upcr_call *call, int thread);

/* A thread's post of n bytes in this call, once it is there. Valid until upcr_call_leave. */
const void *upcr_post_read(const struct upcr_call *call, int thread, size_t n);

/* UPC_IN_ALLSYNC: waits until all threads have entered; or, unless `reader` is -1, so does that
 * thread alone. Nothing in other modes. */
void upcr_post_sync_in(const struct upcr_call *call, int reader);

/* UPC_OUT_ALLSYNC: waits until all threads are done with their reads and writes, except `first`,
 * whose post says so (-1: no exception); or until `last` alone is done. Nothing in other modes. */
void upcr_post_sync_out(const struct upcr_call *call, int first);
void upcr_post_sync_out_of(const struct upcr_call *call, int last);

/* Serves a reduction with MYSYNC on both sides, whose results are each of the vectors of the first
 * `threads` threads, none for 0; the root's alone is of all. (forms/posts.c) */
void upcr_post_vectors(const struct upcr_call *call, int threads);

/* A call in fragments, each by a post: the giver is up to UPCR_COLL_BODIES fragments ahead of the
 * takers. For posts each fragment is a call: it has a number, is entered and left. */

/* Serves bytes `at` to at + n - 1 of the blocks of a call. `part` has neither entry nor exit to
 * synchronise. `state` is what upcr_stream was given. */
typedef void upcr_stream_function(const struct upcr_call *part, size_t at, size_t n, void *state);

/* Serves the call so, in fragments of at most `fragment` bytes of each block. */
void upcr_stream(const struct upcr_call *call, size_t fragment, upcr_stream_function *serve,
                 void *state);

/* A fragment of each of `blocks` blocks that are posted together: whole lines where it can. */
static inline size_t upcr_stream_fragment(const struct upcr_algorithm *algorithm, int blocks) {
  enum { LINE = 64 };
  size_t each = algorithm->cut.bytes / (size_t)(blocks > 0 ? blocks : 1),
         most = each > 0 ? each : 1;
  return most > LINE ? most / LINE * LINE : most;
}

#endif
