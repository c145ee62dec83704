/* SPDX-License-Identifier: Apache-2.0 */
#include "wait.h"

#include <sched.h>
#include <upcr/upcr.h>

#include "atomics.h"
#include "simulated.h"
#include "system.h"

enum {
  WATCH_POLLS = 300, /* some 200 ns */
  TIGHT_SPINS =
      200,     /* without a pause of the processor, which takes as long as a line's transfer */
  SPINS = 400, /* with a core for every thread: some 10 us */
  COSTLY_SPINS = 100, /* each with a system call: some 40 us, longer than a round trip */
  ANSWER_POLLS = 100, /* oversubscribed, waiting for a running thread: some 1 us, a switch */
  SKIPS_MOST = 63,    /* most waits that omit a spin, or a yield, after failures */
  COSTLY_POLLS = 3,   /* failed polls before a yield: some 3 us */
  TURN_LEAST = 2000,  /* ns: a yield that ran no other thread returns sooner */
  TURN_MOST = 200000, /* ns: a waiting thread yields back sooner; a time slice takes milliseconds */
  ANSWERS_MOST = 256, /* answers in a row until the thread yields: some 100 us */
  TURNS = 4,   /* yields before the clock is read and the wait is noted: one ends most waits */
  YIELDS = 32, /* between two readings of the clock: a turn of all threads often ends the wait */
  YIELDING = 1000000, /* ns. A sleeping thread runs 15 to 50 us after its wake; a yield that runs no
                       * thread is cheap */
  OVERSUBSCRIBED_YIELDING = 150000 /* ns: longer than a sleep and a wake, or two threads that have
                                      slept once go on sleeping in turn */
};

UPCR_HOT static bool no_progress(void) { return false; }

bool (*_Atomic upcr_progress)(void) = no_progress;
bool (*_Atomic upcr_background)(void);
void (*upcr_before_first_sleep)(void);
void (*upcr_before_each_sleep)(void);
const struct upcr_simulated *upcr_simulated;

static _Atomic bool is_oversubscribed;
static int spins = SPINS; /* constant once the process's threads run */
static UPCR_PER_THREAD struct upcr_bell own_bell;
static UPCR_PER_THREAD _Atomic uint32_t *own_away; /* 0: nobody asks */

void upcr_wait_attach(struct upcr_bell bell, struct upcr_wait_record *note) {
  own_bell = bell;
  upcr_wait_record_attach(note);
}

void upcr_wait_tune(bool oversubscribed) {
  atomic_store_explicit(&is_oversubscribed, oversubscribed, memory_order_relaxed);
}

void upcr_wait_costly_progress(void) { spins = COSTLY_SPINS; }

UPCR_HOT bool upcr_wait_oversubscribed(void) {
  return atomic_load_explicit(&is_oversubscribed, memory_order_relaxed);
}

void upcr_wait_count_away(_Atomic uint32_t *away) { own_away = away; }

/* Waits that spins_for_answer ended since the last yield. */
static UPCR_PER_THREAD int answers_in_row;

/* Implies no memory ordering: readers use the count as a hint. */
UPCR_HOT static void count_away(uint32_t change) {
  if (own_away)
    atomic_fetch_add_explicit(own_away, change, memory_order_relaxed);
}

UPCR_HOT void upcr_give_core_away(void) {
  if (upcr_is_simulated()) {
    upcr_simulated->turn();
    return;
  }
  answers_in_row = 0;
  count_away(1);
  sched_yield();
  count_away(-1u);
}

static bool progress(void) { return atomic_load_explicit(&upcr_progress, memory_order_relaxed)(); }

UPCR_HOT bool upcr_go_on(void) {
  bool served = progress(),
       (*background)(void) = atomic_load_explicit(&upcr_background, memory_order_relaxed);
  return (background && background()) || served;
}

static bool progress_in(const struct upcr_waiting *wait) {
  return wait->alone ? progress() : upcr_go_on();
}

UPCR_HOT static bool ready(const struct upcr_waiting *wait) {
  return wait->done(wait->arg) || (progress_in(wait) && wait->done(wait->arg));
}

/* Yields once. True if the yield ran a waiting thread, judged by its time; false if it ran none, or
 * one that computes. */
static bool yield_ran_waiter(void) {
  int64_t begin = upcr_clock_ns();
  upcr_give_core_away();
  int64_t took = upcr_clock_ns() - begin;
  return took >= TURN_LEAST && took <= TURN_MOST;
}

/* Threads of several nodes may share a core although no node is oversubscribed. Then a thread must
 * not spin while the others have work. Only a yield can tell. */
static bool ready_by_costly_spinning(const struct upcr_waiting *wait) {
  static UPCR_PER_THREAD uint32_t backoff, skips;
  bool yields = skips == 0;
  skips -= !yields;
  for (int i = 0; i < spins; i++) {
    if (wait->done(wait->arg))
      return true;
    if (progress_in(wait))
      i = 0;
    else if (yields && i >= COSTLY_POLLS) {
      yields = yield_ran_waiter();
      backoff = yields ? 0 : backoff < SKIPS_MOST ? backoff * 2 + 1 : SKIPS_MOST;
      skips = backoff;
    }
  }
  return false;
}

/* Restart the spins after a served request: the next one is likely to follow soon. */
static bool ready_by_spinning(const struct upcr_waiting *wait) {
  if (spins == COSTLY_SPINS)
    return ready_by_costly_spinning(wait);
  for (int i = 0; i < spins; i++) {
    if (wait->done(wait->arg))
      return true;
    if (progress_in(wait))
      i = 0;
    else if (i >= TIGHT_SPINS)
      upcr_cpu_pause();
  }
  return false;
}

/* Oversubscribed: spins for the answer of a running thread. It answers in its own wait or next
 * access, sooner than a context switch. The spin ends when that thread yields: by then it has
 * answered, or it will when it runs again. A thread that computes or was preempted does not answer:
 * then ever more waits omit the spin. */
static bool spins_for_answer(const struct upcr_waiting *wait) {
  static UPCR_PER_THREAD uint32_t backoff, skips;
  if (skips > 0) {
    skips--;
    return false;
  }
  for (int polls = ANSWER_POLLS; polls > 0; polls--) {
    bool comes = wait->answers(wait->arg);
    if (ready(wait)) {
      backoff /= 2;
      return true;
    }
    if (!comes)
      return false;
  }
  backoff = backoff < SKIPS_MOST ? backoff * 2 + 1 : SKIPS_MOST;
  skips = backoff;
  return false;
}

/* Yields after ANSWERS_MOST answers in a row: else two threads that answer each other would starve
 * the others of their processors. */
static void keep_fair(void) {
  if (++answers_in_row < ANSWERS_MOST)
    return;
  upcr_give_core_away();
}

static bool ready_by_answer(const struct upcr_waiting *wait) {
  if (!wait->answers || !upcr_wait_oversubscribed() || !spins_for_answer(wait))
    return false;
  keep_fair();
  return true;
}

/* Limited by the clock, since 300 yields without effect take 150 us on one kernel and 60 us on
 * another. A thread that serves a request starts again. */
static bool ready_by_yielding(const struct upcr_waiting *wait) {
  int64_t most = upcr_wait_oversubscribed() ? OVERSUBSCRIBED_YIELDING : YIELDING,
          begin = upcr_clock_ns();
  do
    for (int i = 0; i < YIELDS; i++) {
      upcr_give_core_away();
      if (wait->done(wait->arg) || ready_by_answer(wait))
        return true;
      if (!progress_in(wait))
        continue;
      if (wait->done(wait->arg))
        return true;
      begin = upcr_clock_ns();
    }
  while (upcr_clock_ns() - begin < most);
  return false;
}

/* Without the clock and the note of the wait: their memory, which the thread has not touched since
 * its last turn, costs a tenth of a wait that one or two yields end. */
UPCR_HOT static bool ready_by_turns(const struct upcr_waiting *wait) {
  for (int i = 0; i < TURNS; i++) {
    upcr_give_core_away();
    if (ready(wait) || ready_by_answer(wait))
      return true;
  }
  return false;
}

static bool sleeps_at_once(const struct upcr_waiting *wait) {
  return wait->patient && upcr_wait_oversubscribed();
}

static bool ready_soon(const struct upcr_waiting *wait) {
  if (sleeps_at_once(wait))
    return ready(wait);
  return (!upcr_wait_oversubscribed() && ready_by_spinning(wait)) || ready_by_yielding(wait);
}

/* The sleep. Sleeper: reads the bell, asleep += 1, fence, reads the condition and the requests,
 * sleeps while the bell has the value read. Waker (upcr_ring): publishes, fence, reads asleep, and
 * if not 0 changes the bell and wakes. By the two fences either the sleeper sees what was
 * published, or the waker sees asleep > 0. In the latter case the bell changes after the sleeper
 * read it, so the futex call either does not sleep or is woken. Requests of the transport are
 * published by the same protocol. models/wait.pml checks it, and that it fails without either
 * fence. */
static bool done_or_slept(struct upcr_bell bell, upcr_condition *done, void *arg) {
  uint32_t seen = atomic_load_explicit(bell.bell, memory_order_acquire);
  atomic_fetch_add_explicit(bell.asleep, 1, memory_order_seq_cst);
  upcr_full_fence();
  bool is_done = done(arg);
  if (!is_done)
    upcr_futex_wait(bell.bell, seen);
  atomic_fetch_sub_explicit(bell.asleep, 1, memory_order_relaxed);
  return is_done;
}

void upcr_sleep_unless(struct upcr_bell bell, upcr_condition *done, void *arg) {
  done_or_slept(bell, done, arg);
}

static bool is_ready(void *wait) { return ready(wait); }

static void wait_long(const struct upcr_waiting *wait) {
  if (upcr_before_first_sleep)
    upcr_before_first_sleep();
  do {
    if (wait->nudge)
      wait->nudge(wait->arg);
    if (upcr_before_each_sleep)
      upcr_before_each_sleep();
    count_away(1);
    bool is_done = done_or_slept(own_bell, is_ready, (void *)wait);
    count_away(-1u);
    if (is_done)
      return;
  } while (!ready_soon(wait));
}

UPCR_HOT void upcr_wait_for(const struct upcr_waiting *wait) {
  if (upcr_is_simulated()) {
    upcr_simulated->wait(wait);
    return;
  }
  if (ready(wait) || ready_by_answer(wait))
    return;
  bool sleeps = sleeps_at_once(wait);
  if (!sleeps && (upcr_wait_oversubscribed() ? ready_by_turns(wait) : ready_by_spinning(wait)))
    return;
  struct upcr_wait_reason outer = upcr_wait_set_reason(wait->reason);
  if (sleeps || !ready_by_yielding(wait))
    wait_long(wait);
  upcr_wait_set_reason(outer);
}

void upcr_wait_until(upcr_condition *done, void *arg, const char *what) {
  upcr_wait_for(&(struct upcr_waiting){.done = done, .arg = arg, .reason = {.what = what}});
}

UPCR_HOT int upcr_watch_polls(void) {
  return upcr_wait_oversubscribed() || upcr_is_simulated() ? 1 : WATCH_POLLS;
}

uint64_t upcr_watch(const uint64_t *word, uint32_t number) {
  uint64_t seen;
  int polls = upcr_watch_polls();
  do
    seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  while ((int32_t)((uint32_t)(seen >> 32) - number) < 0 && --polls > 0);
  return seen;
}

/* The release pairs with the acquire of the bell in done_or_slept. */
static void ring_after_fence(struct upcr_bell bell) {
  if (atomic_load_explicit(bell.asleep, memory_order_seq_cst) == 0)
    return;
  if (upcr_is_simulated()) {
    upcr_simulated->ring(bell.bell);
    return;
  }
  atomic_fetch_add_explicit(bell.bell, 1, memory_order_release);
  upcr_futex_wake(bell.bell);
}

void upcr_ring(struct upcr_bell bell) {
  upcr_full_fence(); /* pairs with the fence in done_or_slept */
  ring_after_fence(bell);
}

/* Sequentially consistent operations have one order, in which this load comes after the
 * publication. If it does not see a sleeper, the sleeper's fetch_add comes later in that order, and
 * so does its fence: it sees what was published. */
void upcr_ring_published(struct upcr_bell bell) { ring_after_fence(bell); }

unsigned int upcr_fence_order;
