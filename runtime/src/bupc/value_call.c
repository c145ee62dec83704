/* SPDX-License-Identifier: Apache-2.0 */
/* Two areas are used in turn. An area is written again two calls later; in between each thread has
 * read it and entered the barrier of the other area's call. Calls with posts use no area. */
#include "value_call.h"

#include <string.h>
#include <upc_types.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../check/collective_calls.h"
#include "../coll/copies.h"
#include "../coll/post.h"
#include "../core/alloc.h"

/* Single-valued: all threads make the same calls. */
static UPCR_PER_THREAD upcr_pts_t areas[2];
static UPCR_PER_THREAD size_t capacity;
static UPCR_PER_THREAD unsigned turn;

enum { FIRST_CAPACITY = 256 };

/* No thread reads the old areas any more: all have entered the broadcast of a new one. */
static void grow(const struct upcr_call *call, size_t bytes) {
  size_t wanted = capacity ? capacity : FIRST_CAPACITY;
  while (wanted < bytes)
    wanted *= 2;
  for (int i = 0; i < 2; i++) {
    upcr_pts_t old = areas[i], p = upcr_self.mythread == 0 ? upcr_alloc_symmetric(wanted) : 0;
    areas[i] = upcr_collective_broadcast(call->function, call->tag, upcr_pp(p, 0)).p;
    if (areas[i] == 0)
      upcr_fatal(
          "a collective of bupc_collectivev.h needs %zu bytes of shared heap in each thread; "
          "make the heap larger with upcrun -shared-heap",
          wanted);
    if (upcr_self.mythread == 0 && old)
      upcr_free_shared(old, "bupc_allv");
  }
  capacity = wanted;
}

/* Bytes of a post for one thread: the reader's number, then the value. */
static size_t posted_bytes(size_t size) { return size + sizeof(int); }

struct upcr_value_call upcr_value_enter(size_t size, uint64_t arguments) {
  struct upcr_value_call v = {
      .call = {.which = UPCR_ALL_VALUE, .function = UPCR_ALL_VALUE, .nbytes = size}, .size = size};
  upcr_call_enter(&v.call, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, arguments);
  if (upcr_calls_kept()) /* roots that differ may not meet: each takes its own for the root's */
    upcr_call_barrier(&v.call);
  v.posted = upcr_call_all_mapped() && posted_bytes(size) <= UPCR_POST_MAX;
  if (v.posted)
    return v;
  if (size > capacity)
    grow(&v.call, size);
  turn++;
  return v;
}

static upcr_pts_t area(int thread) { return upcr_part(areas[turn % 2], thread, 0); }

void upcr_value_give_none(const struct upcr_value_call *v) {
  if (!v->posted)
    upcr_call_barrier(&v->call);
}

static void put(const struct upcr_value_call *v, const void *bytes) {
  if (v->posted)
    memcpy(upcr_post_begin(&v->call, v->size), bytes, v->size);
  else
    upcr_write(area(upcr_self.mythread), bytes, v->size);
}

void upcr_value_give(const struct upcr_value_call *v, const void *bytes) {
  put(v, bytes);
  if (v->posted)
    upcr_post_all(&v->call);
  else
    upcr_call_barrier(&v->call);
}

void upcr_value_give_to(const struct upcr_value_call *v, int reader, const void *bytes) {
  put(v, bytes);
  if (v->posted)
    upcr_post_to(&v->call, reader);
  else
    upcr_call_barrier(&v->call);
}

void upcr_value_take(const struct upcr_value_call *v, void *to, int thread, size_t at, size_t n) {
  if (v->posted)
    memcpy(to, (const char *)upcr_post_read(&v->call, thread, v->size) + at, n);
  else
    upcr_getb(to, area(thread) + at, n);
}

/* Reads posts until it finds the one for the calling thread. */
static void pass_by_posts(const struct upcr_value_call *v, int to, const void *bytes, void *taken) {
  size_t n = posted_bytes(v->size);
  char *post = upcr_post_begin(&v->call, n);
  memcpy(post, &to, sizeof to);
  memcpy(post + sizeof to, bytes, v->size);
  upcr_post_all(&v->call);
  for (int k = 0; k < upcr_self.threads; k++) {
    const char *theirs = upcr_post_read(&v->call, upcr_after(k), n);
    int whose;
    memcpy(&whose, theirs, sizeof whose);
    if (whose == upcr_self.mythread) {
      memcpy(taken, theirs + sizeof whose, v->size);
      return;
    }
  }
}

/* Writes each value to its receiver's area, which is not read before the barrier. */
static void pass_by_area(const struct upcr_value_call *v, int to, const void *bytes, void *taken) {
  upcr_write(area(to), bytes, v->size);
  upcr_call_barrier(&v->call);
  upcr_getb(taken, area(upcr_self.mythread), v->size);
}

void upcr_value_pass(const struct upcr_value_call *v, int to, const void *bytes, void *taken) {
  if (v->posted)
    pass_by_posts(v, to, bytes, taken);
  else
    pass_by_area(v, to, bytes, taken);
}

void upcr_value_leave(const struct upcr_value_call *v) { upcr_call_leave(&v->call); }
