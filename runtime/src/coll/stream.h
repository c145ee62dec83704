/* SPDX-License-Identifier: Apache-2.0 */
/* A call in fragments, each by a post: the thread that gives is up to UPCR_COLL_BODIES fragments
 * ahead of those that take, in the same call or in the next ones, and they copy at the same time.
 *
 * To posts a fragment is a call: it has a number, is entered and left. So what post.h says of calls
 * holds for fragments. */
#ifndef UPCR_COLL_STREAM_H
#define UPCR_COLL_STREAM_H

#include "post.h"
#include "register.h"

/* Serves bytes `at` to at + n - 1 of the blocks of a call. `part` has neither entry nor exit to
 * synchronise: who posts has copied what he gives when he returns, which is what MYSYNC asks for.
 * `state` is what upcr_stream was given. */
typedef void upcr_stream_function(const struct upcr_call *part, size_t at, size_t n, void *state);

/* Serves the call so, in fragments of at most `fragment` bytes of each block. All threads must do
 * the same. */
void upcr_stream(const struct upcr_call *call, size_t fragment, upcr_stream_function *serve,
                 void *state);

/* The bytes of such a fragment alone, as a call of their own: of one whose blocks on each thread
 * begin at dst and src. */
static inline struct upcr_call upcr_stream_part(const struct upcr_call *part, size_t at, size_t n) {
  struct upcr_call of = *part;
  of.dst += at;
  of.src += at;
  of.nbytes = n;
  return of;
}

/* Fragments that a thread may give before it takes the first of them: it has then left all of those
 * UPCR_COLL_BODIES before the last, and said so but for UPCR_COLL_UNSAID - 1. So threads that are
 * equally far wait for no place of each other's, and upcr_await knows that one that has entered the
 * next fragment has left the one of a place. */
enum { UPCR_STREAM_AHEAD = UPCR_COLL_BODIES - UPCR_COLL_UNSAID };

/* Serves a call in which every thread gives and takes so: it gives UPCR_STREAM_AHEAD fragments,
 * then takes as many. Threads that waited for each other's after each one of their own would never
 * be ahead. */
void upcr_stream_exchange(const struct upcr_call *call, size_t fragment, upcr_stream_function *give,
                          upcr_stream_function *take, void *state);

/* A fragment of each of `blocks` blocks that are posted together, in posts of the algorithm's
 * length: whole lines where it can. */
static inline size_t upcr_stream_fragment(const struct upcr_algorithm *algorithm, int blocks) {
  enum { LINE = 64 };
  size_t each = algorithm->cut.bytes / (size_t)(blocks > 0 ? blocks : 1),
         most = each > 0 ? each : 1;
  return most > LINE ? most / LINE * LINE : most;
}

#endif
