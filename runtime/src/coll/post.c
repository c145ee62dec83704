/* SPDX-License-Identifier: Apache-2.0 */
/* `word` of a post is stored with release after its bytes, and read with acquire before them.
 * `left` is stored with release after the reads, and read with acquire before the place is
 * written again. */
#include "post.h"

#include <string.h>

#include "../base/atomics.h"
#include "await.h"

static struct upcr_coll_post *place(int thread, uint32_t number) {
  return &upcr_coll_area(thread)->post[number % UPCR_COLL_POSTS];
}

/* Posts of n bytes that may be out. */
static uint32_t places_for(size_t n) {
  return n <= UPCR_COLL_POST_SHORT ? UPCR_COLL_POSTS : UPCR_COLL_BODIES;
}

static unsigned char *bytes_of(int thread, uint32_t number, size_t n) {
  if (n <= UPCR_COLL_POST_LINE)
    return place(thread, number)->line;
  struct upcr_coll_area *area = upcr_coll_area(thread);
  uint32_t at = number % places_for(n);
  return n <= UPCR_COLL_POST_SHORT ? area->short_body[at].bytes : area->body[at];
}

/* The first byte of a post of n bytes that is not in the line of its word. */
static size_t first_elsewhere(size_t n) {
  return n <= UPCR_COLL_POST_LINE ? 64 - offsetof(struct upcr_coll_post, line) : 0;
}

static bool all_have_left(uint32_t number) {
  if ((int32_t)(upcr_coll_state.all_left - number) >= 0)
    return true;
  uint32_t least = number + UPCR_COLL_POSTS;
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++) {
    uint32_t left = upcr_number_of(__atomic_load_n(&upcr_coll_area(t)->left, __ATOMIC_ACQUIRE));
    if ((int32_t)(left - least) < 0)
      least = left;
  }
  upcr_coll_state.all_left = least;
  return (int32_t)(least - number) >= 0;
}

/* See upcr_call_leave. The increment is a fence. */
static void wait_for_readers(const struct upcr_call *call, uint32_t number) {
  uint64_t *count = &upcr_coll_area(upcr_job->config.first)->short_of_posts;
  __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    if (t != upcr_self.mythread)
      upcr_await(call, &upcr_coll_area(t)->left, number, t);
  __atomic_fetch_sub(count, 1, __ATOMIC_RELAXED);
}

void *upcr_post_begin(const struct upcr_call *call, size_t n) {
  upcr_coll_state.post_length = n;
  upcr_coll_state.posted = call->number;
  uint32_t before = call->number - places_for(n);
  if (!all_have_left(before))
    wait_for_readers(call, before);
  return bytes_of(upcr_self.mythread, call->number, n);
}

/* Calls `prefetch` for the lines of a post of n bytes, or for the first of a long one, whose
 * rest comes after them by itself. */
__attribute__((always_inline)) static inline void fetch(int thread, uint32_t number, size_t n,
                                                        void (*prefetch)(const void *)) {
  const unsigned char *bytes = bytes_of(thread, number, n);
  size_t some = n <= UPCR_COLL_POST_SHORT ? n : UPCR_POST_FIRST_BYTES;
  prefetch(place(thread, number));
  for (size_t at = first_elsewhere(n); at < some; at += 64)
    prefetch(bytes + at);
}

/* The coming places are in the readers' caches. They are prefetched now, so that the fence at the
 * end of a call need not wait for them. */
static void publish(const struct upcr_call *call) {
  uint64_t *word = &place(upcr_self.mythread, call->number)->word;
  __atomic_store_n(word, upcr_numbered(call->number, call->tag), __ATOMIC_RELEASE);
  fetch(upcr_self.mythread, call->number + UPCR_POST_AHEAD, upcr_coll_state.post_length,
        upcr_prefetch_to_write);
}

void upcr_post_all(const struct upcr_call *call) {
  publish(call);
  upcr_owe_wake_all();
}

void upcr_post_to(const struct upcr_call *call, int reader) {
  publish(call);
  upcr_owe_wake_one(reader);
}

bool upcr_post_is_there(const struct upcr_call *call, int thread) {
  return upcr_reached(__atomic_load_n(&place(thread, call->number)->word, __ATOMIC_RELAXED),
                      call->number);
}

/* A post that is there at the first look comes from a writer that is ahead: its next one is
 * probably there too, with the same size. But if this thread has posted in this call, the writer
 * may wait for that before its own next post, and prefetching would take the post's line away while
 * it is written. */
static bool is_behind(const struct upcr_call *call, int thread) {
  return (int32_t)(upcr_coll_state.posted - call->number) < 0 && upcr_post_is_there(call, thread);
}

const void *upcr_post_read(const struct upcr_call *call, int thread, size_t n) {
  if (is_behind(call, thread))
    fetch(thread, call->number + 1, n, upcr_prefetch);
  upcr_await_tagged(call, &place(thread, call->number)->word, call->number, thread);
  return bytes_of(thread, call->number, n);
}

/* upcr_call_enter has stored the entry. */
void upcr_post_sync_in(const struct upcr_call *call, int reader) {
  if (call->in != UPCR_ALLSYNC)
    return;
  if (reader >= 0 && reader != upcr_self.mythread)
    return upcr_wake_one(reader);
  if (reader < 0)
    upcr_wake_all();
  upcr_words_await_entries(call);
}

void upcr_post_sync_out_of(const struct upcr_call *call, int last) {
  if (call->out != UPCR_ALLSYNC)
    return;
  if (upcr_self.mythread == last)
    upcr_words_done(call);
  else
    upcr_words_await_done(call, last);
}

void upcr_post_sync_out(const struct upcr_call *call, int first) {
  if (call->out != UPCR_ALLSYNC)
    return;
  upcr_words_done(call);
  for (int t = 0; t < upcr_self.threads; t++)
    if (t != first)
      upcr_words_await_done(call, t);
}

/* The thread leaves the last part when it leaves the call: words with the later number say that it
 * is done with all parts. */
void upcr_stream(const struct upcr_call *call, size_t fragment, upcr_stream_function *serve,
                 void *state) {
  struct upcr_call part = *call;
  part.in = part.out = UPCR_NOSYNC;
  if (call->in == UPCR_ALLSYNC)
    upcr_all_entered(call);
  for (size_t at = 0; at < call->nbytes; at += fragment) {
    if (at > 0) {
      upcr_call_leave(&part);
      upcr_call_next(&part);
    }
    serve(&part, at, upcr_least(call->nbytes - at, fragment), state);
  }
  if (call->out == UPCR_ALLSYNC)
    upcr_all_done(&part);
  upcr_call_leave(&part);
}
