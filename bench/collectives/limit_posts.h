/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of limit.c in a loop, for small data: a member posts its data with the number of the
 * call, and may be up to PLACES calls ahead of the readers. */
#ifndef COLLECTIVES_LIMIT_POSTS_H
#define COLLECTIVES_LIMIT_POSTS_H

#include "limit_copies.h"

enum {
  PLACES = 64,
  POST_MOST = 15 /* elements */,
  UNSAID = 8 /* calls that a member may have left without announcing it */
};

/* `number` is stored with release after the data. A place is written again after all have announced
 * that they left its call. */
static struct posts {
  struct post {
    _Alignas(128) int number;
    long data[POST_MOST];
  } post[TEAM_MOST][PLACES];
  struct count left[TEAM_MOST];
} * posts;

static _Thread_local int all_left; /* every member has left this call */

static void post(const long *from, size_t count) {
  struct post *place = &posts->post[self][calls % PLACES];
  if (all_left - (calls - PLACES) < 0) {
    all_left = calls;
    for (long t = 0; t < team_threads; t++) {
      await_count(&posts->left[t].value, calls - PLACES);
      int left = __atomic_load_n(&posts->left[t].value, __ATOMIC_ACQUIRE);
      all_left = left - all_left < 0 ? left : all_left;
    }
  }
  memcpy(place->data, from, count * sizeof(long));
  __atomic_store_n(&place->number, calls, __ATOMIC_RELEASE);
}

static const long *take(long from) {
  struct post *place = &posts->post[from][calls % PLACES];
  await_count(&place->number, calls);
  return place->data;
}

static void fold_posts(long *to, const long *own, size_t first, size_t count) {
  memcpy(to, own + first, count * sizeof(long));
  for (long k = 1; k < team_threads; k++) {
    const long *theirs = take((self + k) % team_threads) + first;
    for (size_t i = 0; i < count; i++)
      to[i] += theirs[i];
  }
}

/* Block `first` of each member's post, the own one included, in the order of members. */
static void collect(long *to, const long *own, size_t first, size_t count) {
  memcpy(to + (size_t)self * count, own + first, count * sizeof(long));
  for (long k = 1; k < team_threads; k++) {
    long from = (self + k) % team_threads;
    memcpy(to + (size_t)from * count, take(from) + first, count * sizeof(long));
  }
}

static void chain(const long *own, size_t count) {
  long before = self > 0 ? *take(self - 1) : 0, sum = before + fold(own, count);
  if (self + 1 < team_threads)
    post(&sum, 1);
  scan(of(dst, self, 0), own, count, before);
}

static void serve(enum operation op, size_t count) {
  const long *own = of(src, self, 0);
  long *to = of(dst, self, 0), sum;
  size_t me = (size_t)self, threads = (size_t)team_threads;
  switch (op) {
  case BROADCAST:
  case SCATTER:
    if (self == 0)
      post(own, op == SCATTER ? threads * count : count);
    memcpy(to, (self == 0 ? own : take(0)) + (op == SCATTER ? me * count : 0),
           count * sizeof(long));
    break;
  case GATHER:
    if (self == 0)
      collect(to, own, 0, count);
    else
      post(own, count);
    break;
  case GATHER_ALL:
    post(own, count);
    collect(to, own, 0, count);
    break;
  case EXCHANGE:
    post(own, threads * count);
    collect(to, own, me * count, count);
    break;
  case PERMUTE:
    post(own, count);
    memcpy(to, take((self + team_threads - 1) % team_threads), count * sizeof(long));
    break;
  case REDUCE:
    sum = fold(own, count);
    if (self == 0)
      fold_posts(to, &sum, 0, 1);
    else
      post(&sum, 1);
    break;
  case PREFIX_REDUCE:
    chain(own, count);
    break;
  case REDUCE_ALL:
    post(own, count);
    fold_posts(to, own, 0, count);
    break;
  case REDUCE_SCATTER:
    post(own, threads * count);
    fold_posts(to, own, me * count, count);
    break;
  default:
    if (self == 0)
      fold_posts(to, own, 0, count);
    else
      post(own, count);
  }
}

/* The member no longer reads posts of its calls so far. */
static void publish_left(void) {
  __atomic_store_n(&posts->left[self].value, calls, __ATOMIC_RELEASE);
}

static void call_by_posts(enum operation op, size_t count) {
  begin_step();
  calls++;
  serve(op, count);
  if (calls % UNSAID == 0)
    publish_left();
}

#endif
