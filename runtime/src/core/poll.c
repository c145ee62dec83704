/* SPDX-License-Identifier: Apache-2.0 */
/* Decides when a loop of the program yields its processor.
 *
 * A waiting loop makes its calls back to back; a working loop computes between them. So a thread of
 * an oversubscribed job keeps its processor for a time that grows with the square of the time
 * between calls: a loop without work yields at once, a loop with 150 ns of work per call after 9
 * us. If it yielded at each call, it would take eight times as long. The limit is 100 us, since a
 * waiting loop may have a long body, and a switch every 100 us costs 1 %. Where other programs are
 * busy, a yield lasts one of their time slices, so the thread then keeps its processor for a share
 * of the time that its last yield took.
 *
 * All state is the thread's own, and a yield changes nothing that others read: there is no
 * protocol. A thread may yield while it holds a lock, as the system may preempt it then too. */
#include "poll.h"

#include <stdbool.h>

#include "../base/system.h"
#include "../base/simulated.h"
#include "../base/wait.h"
#include "../mem/job.h"
#include "remote.h"

enum {
  SWITCH = 1000,    /* ns of a context switch, about */
  BETWEEN = 50,     /* ns between calls at which the processor is kept for SWITCH */
  LONGEST = 100000, /* ns for which it is kept at most */
  UNSURE = 20000,   /* ns for which it is kept at least after unsure calls */
  SHARE = 32,       /* it is kept at least for one part of so many of the last yield's time */
  READS = 32,       /* one read of so many is compared with earlier ones */
  SEEN = 8          /* reads that are remembered */
};

static UPCR_PER_THREAD int64_t last_call, kept_since; /* times of the clock */
static UPCR_PER_THREAD int64_t last_yield;            /* ns that it took */

/* Flushes the output of a program that polls for long without success: a reader may wait for it. */
static void give_core_away(void) {
  static UPCR_PER_THREAD int times;
  if (++times >= UPCR_YIELDS_TO_FLUSH) {
    times = 0;
    if (upcr_before_first_sleep)
      upcr_before_first_sleep();
  }
  upcr_give_core_away();
}

/* Bounded before it is squared. */
static int64_t keeps_for(int64_t between) {
  return between > LONGEST ? LONGEST : between * between * SWITCH / (BETWEEN * BETWEEN);
}

/* After `calls` calls: yields if the thread has kept its processor long enough, at least `least`
 * ns. */
static void yield_when_due(int calls, int64_t least) {
  int64_t now = upcr_clock_ns(), keeps = keeps_for((now - last_call) / calls);
  if (keeps < least)
    keeps = least;
  if (keeps < last_yield / SHARE)
    keeps = last_yield / SHARE;
  if (now - kept_since >= (keeps < LONGEST ? keeps : LONGEST)) {
    give_core_away();
    kept_since = upcr_clock_ns();
    last_yield = kept_since - now;
    now = kept_since;
  }
  last_call = now;
}

static void give_way(int calls, int64_t least) {
  static UPCR_PER_THREAD int polls;
  if (upcr_is_simulated()) { /* the others run only if this thread lets them */
    give_core_away();
  } else if (upcr_wait_oversubscribed()) {
    yield_when_due(calls, least);
  } else if (++polls >= UPCR_POLLS_TO_YIELD) {
    polls = 0;
    give_core_away();
  }
}

/* Tells the supervisor that the thread waits in a loop of the program. */
static void count_poll(void) {
  _Atomic uint32_t *polls = &upcr_job->thread[upcr_self.mythread].polls;
  atomic_store_explicit(polls, atomic_load_explicit(polls, memory_order_relaxed) + 1,
                        memory_order_relaxed);
}

static void poll(int calls) {
  count_poll();
  upcr_go_on();
  give_way(calls, 0);
}

/* Loops that follow links poll, and are marked as loops that do not wait (upcr_counted_begin). One
 * that goes round a cycle of links waits all the same. So after a million polls the stores that it
 * keeps are sent, and the links are read again. */
static void doubt_counted(void) {
  enum { MANY = (1 << 20) / UPCR_POLL_BUDGET };
  static UPCR_PER_THREAD unsigned calls;
  if (upcr_counted.open > 0 && ++calls % MANY == 0)
    upcr_far_cache_forget();
}

void upcr_poll_slow(void) {
  upcr_now.poll_budget = UPCR_POLL_BUDGET;
  doubt_counted();
  poll(UPCR_POLL_BUDGET);
}

void upcr_poll_now(void) {
  upcr_far_cache_forget();
  poll(1);
}

void upcr_unsure_often(void) {
  upcr_now.unsure_calls = 0;
  give_way(UPCR_UNSURE_CALLS, UNSURE);
}

void upcr_fence_slow(void) { upcr_unsure_call(); }

/* A waiting loop finds the same values at the same places; a working loop does not. */
static bool was_seen(upcr_pts_t at, uint64_t value) {
  static UPCR_PER_THREAD struct {
    upcr_pts_t at;
    uint64_t value;
  } seen[SEEN];
  static UPCR_PER_THREAD unsigned next;
  for (int i = 0; i < SEEN; i++)
    if (seen[i].at == at && seen[i].value == value)
      return true;
  seen[next].at = at;
  seen[next].value = value;
  next = (next + 1) % SEEN;
  return false;
}

uint64_t upcr_looked_oversubscribed(upcr_pts_t at, uint64_t value) {
  static UPCR_PER_THREAD int reads;
  if (++reads >= READS) {
    reads = 0;
    if (was_seen(at, value))
      poll(READS);
  }
  return value;
}
