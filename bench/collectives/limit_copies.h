/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of limit.c by plain copies and loops. Each member copies the data that it receives (in
 * a gather, writes its own block), folds its slice of vectors, or folds its elements and scans them
 * after the members before it have folded theirs. */
#ifndef COLLECTIVES_LIMIT_COPIES_H
#define COLLECTIVES_LIMIT_COPIES_H

#include "limit_waits.h"

static long *src, *dst; /* `stride` elements for each member */
static size_t stride;
static _Thread_local size_t at; /* offset of the call's data in each member's part */
static _Thread_local int calls;

/* The sum of a member's elements in its call `number`, which is stored with release after the sum.
 * A place is reused PARTS calls later: barriers are at most DISJOINT calls apart, so no member
 * reads it any more. */
enum { PARTS = 2 * DISJOINT };
static struct part {
  _Alignas(64) long sum;
  int number;
} (*parts)[PARTS]; /* [TEAM_MOST] */

static long *of(long *array, long thread, size_t i) {
  return array + (size_t)thread * stride + at + i;
}

static void fold_vectors(long *to, size_t first, size_t end) {
  for (size_t i = first; i < end; i++)
    to[i] = *of(src, 0, i);
  for (long t = 1; t < team_threads; t++)
    for (size_t i = first; i < end; i++)
      to[i] += *of(src, t, i);
}

static long fold(const long *from, size_t count) {
  long sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += from[i];
  return sum;
}

static void scan(long *to, const long *from, size_t count, long sum) {
  for (size_t i = 0; i < count; i++)
    to[i] = sum += from[i];
}

static void say_sum(long member, long sum) {
  struct part *part = &parts[member][calls % PARTS];
  part->sum = sum;
  __atomic_store_n(&part->number, calls, __ATOMIC_RELEASE);
}

/* The sum of the members before `end`; waits for each of them. */
static long sum_before(long end) {
  long sum = 0;
  for (long t = 0; t < end; t++) {
    struct part *part = &parts[t][calls % PARTS];
    await_count(&part->number, calls);
    sum += part->sum;
  }
  return sum;
}

/* The start of a member's slice of `count` elements. */
static size_t slice(size_t count, long member) {
  return count * (size_t)member / (size_t)team_threads;
}

/* The first of a call's two steps for `member`: it needs no second step of others. Blocks and
 * vectors have `count` elements. */
static void copy_or_fold(enum operation op, size_t count, long member) {
  size_t n = count * sizeof(long), me = (size_t)member;
  switch (op) {
  case BROADCAST:
    memcpy(of(dst, member, 0), of(src, 0, 0), n);
    break;
  case SCATTER:
    memcpy(of(dst, member, 0), of(src, 0, me * count), n);
    break;
  case GATHER:
    memcpy(of(dst, 0, me * count), of(src, member, 0), n);
    break;
  case GATHER_ALL:
  case EXCHANGE:
    for (long k = 0; k < team_threads; k++) {
      long from = (member + k) % team_threads;
      memcpy(of(dst, member, (size_t)from * count), of(src, from, op == EXCHANGE ? me * count : 0),
             n);
    }
    break;
  case PERMUTE:
    memcpy(of(dst, (member + 1) % team_threads, 0), of(src, member, 0), n);
    break;
  case REDUCE:
  case PREFIX_REDUCE:
    say_sum(member, fold(of(src, member, 0), count));
    break;
  case REDUCE_ALL:
    fold_vectors(of(dst, member, 0), slice(count, member), slice(count, member + 1));
    break;
  case REDUCE_SCATTER:
    fold_vectors(of(dst, member, 0) - me * count, me * count, (me + 1) * count);
    break;
  default:
    fold_vectors(of(dst, 0, 0), slice(count, member), slice(count, member + 1));
  }
}

/* The second step, after all have done the first. */
static void finish(enum operation op, size_t count, long member) {
  if (op == PREFIX_REDUCE)
    scan(of(dst, member, 0), of(src, member, 0), count, sum_before(member));
  else if (op == REDUCE && member == 0)
    *of(dst, 0, 0) = sum_before(team_threads);
  else if (op == REDUCE_ALL)
    for (long t = 0; t < team_threads; t++)
      if (t != member) {
        size_t from = slice(count, t), to = slice(count, t + 1);
        memcpy(of(dst, member, from), of(dst, t, from), (to - from) * sizeof(long));
      }
}

/* Each member does its part. */
static void call_by_copies(enum operation op, size_t count) {
  begin_step();
  calls++;
  copy_or_fold(op, count, self);
  if (op == REDUCE_ALL)
    barrier();
  finish(op, count, self);
}

/* The last one to arrive does all, then releases the others. */
static void call_by_last(enum operation op, size_t count) {
  int before;
  calls++;
  if (!comes_last(&before)) {
    await_count(&waits->phase.value, before + 1);
    return;
  }
  for (long t = 0; t < team_threads; t++)
    copy_or_fold(op, count, t);
  for (long t = 0; t < team_threads; t++)
    finish(op, count, t);
  release_others(before);
}

#endif
