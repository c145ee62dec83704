/* SPDX-License-Identifier: Apache-2.0 */
/* How the members of limit.c wait for each other: polls of counts in shared memory.
 *
 * A count only grows; it is stored with release after the data that it announces, and read with
 * acquire. A waiting member yields its processor. */
#ifndef COLLECTIVES_LIMIT_WAITS_H
#define COLLECTIVES_LIMIT_WAITS_H

#include "measure.h"
#include "team.h"

struct count {
  _Alignas(64) int value;
};

/* The members' shared state besides the data; zero at first. */
static struct waits {
  struct count arrived, phase;
  struct count come[TEAM_MOST]; /* calls and barriers that a member has begun */
} * waits;

static _Thread_local long self;
static _Thread_local int steps;
static int processors, is_oversubscribed;

static int reached(const int *count, int number) {
  return __atomic_load_n(count, __ATOMIC_ACQUIRE) - number >= 0;
}

/* Begins every call and barrier. */
static void begin_step(void) {
  __atomic_store_n(&waits->come[self].value, ++steps, __ATOMIC_RELAXED);
}

/* Whether all members on the caller's processor have reached its step. Members are bound to the
 * processors in turn. */
static int all_here_have_come(void) {
  for (long t = self % processors; t < team_threads; t += processors)
    if (__atomic_load_n(&waits->come[t].value, __ATOMIC_RELAXED) - steps < 0)
      return 0;
  return 1;
}

/* If no member here has work, it polls for some 1.3 us, the time of two context switches, before it
 * yields its processor. */
static void await_count(const int *count, int number) {
  enum { LOOKS = 2000 };
  while (!reached(count, number)) {
    int looks = is_oversubscribed && all_here_have_come() ? LOOKS : 1;
    while (looks-- > 0 && !reached(count, number))
      ;
    if (looks < 0 && is_oversubscribed)
      sched_yield();
  }
}

/* Arrives at a barrier. True for the last member, which must release the others; `arrived` is reset
 * before that. */
static int comes_last(int *before) {
  begin_step();
  *before = __atomic_load_n(&waits->phase.value, __ATOMIC_ACQUIRE);
  return __atomic_add_fetch(&waits->arrived.value, 1, __ATOMIC_ACQ_REL) == team_threads;
}

static void release_others(int before) {
  __atomic_store_n(&waits->arrived.value, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&waits->phase.value, before + 1, __ATOMIC_RELEASE);
}

static void barrier(void) {
  int before;
  if (comes_last(&before))
    release_others(before);
  else
    await_count(&waits->phase.value, before + 1);
}

#endif
