/* SPDX-License-Identifier: Apache-2.0 */
/* No thread may wait forever if calls do not match. Every thread publishes, with release and in
 * program order, the calls of all threads that it enters (area->entered), the operations of teams
 * that it starts (area->started of the team), the barriers that it arrives at
 * (job->thread[].notified) and its end (state). In a correct program all threads agree on their
 * order. A program must not rely on an operation that returns before all have entered, and calls no
 * collective between upc_notify and upc_wait. So, if a thread that waits in call n reads with
 * acquire that the other
 *  - has ended, or has arrived at a barrier or entered a call of all threads that the waiter has
 *    not come to, and reads after that that it has not started call n: it starts it too late or
 *    never;
 *  - has started call n with another tag: the calls differ;
 *  - has entered a call after n, and reads after that that the count is still too low: it has left
 *    call n without raising it, so it did not make the same call.
 *
 * A waiter checks every quarter of a second, the bound of its sleep (base/system.h). If two threads
 * wait for each other in different calls, one of them finds one of these. */
#include "await.h"

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/settings.h"
#include "../base/wait.h"
#include "../check/collective_calls.h"
#include "../check/check.h"
#include "../core/status.h"
#include "../core/barrier_token.h"
#include "../core/single_valued.h"
#include "../topo/topo.h"
#include "constants.h"

struct await {
  const uint64_t *word;
  uint32_t number;
  struct upcr_stall_timer stall_timer;
};

static bool arrived(const struct await *await) {
  return upcr_reached(__atomic_load_n(await->word, __ATOMIC_ACQUIRE), await->number);
}

static bool arrived_or_overdue(void *arg) {
  struct await *await = arg;
  return arrived(await) || upcr_stall_timer_expired(&await->stall_timer);
}

static upcr_pts_t entry_pts(int thread, uint32_t number) {
  size_t at =
      offsetof(struct upcr_coll_area, entered) + number % UPCR_COLL_RECENT * sizeof(uint64_t);
  return upcr_coll_area_pts(thread, at);
}

static bool has_started(upcr_pts_t started, uint32_t number) {
  return upcr_reached(upcr_word_load(started), number);
}

static struct upcr_noted_call noted(struct upcr_waiter w, int thread) {
  return upcr_calls_noted(thread, w.team, w.number);
}

static const char *who(struct upcr_waiter w, int thread, char text[UPCR_WHO]) {
  return upcr_check_who(thread, noted(w, thread).site, text);
}

_Noreturn void upcr_refuse_tag(struct upcr_waiter w, int thread, uint32_t tag) {
  enum upcr_collective theirs = upcr_collective_of_tag(tag);
  char one[UPCR_WHO], other[UPCR_WHO];
  who(w, upcr_self.mythread, one);
  who(w, thread, other);
  if (theirs == w.function)
    upcr_refuse_arguments(theirs, one, noted(w, upcr_self.mythread).arguments, other,
                          noted(w, thread).arguments);
  upcr_fatal("calls do not match (UPC 3.9): %s is in %s, %s is in %s", one,
             upcr_collective_name(w.function), other, upcr_collective_name(theirs));
}

/* Reads the other thread's progress before its start. */
static void look_for_end(struct upcr_waiter w, int thread, upcr_pts_t started) {
  const struct upcr_thread_status other = upcr_thread_status(thread);
  const char *name = upcr_collective_name(w.function);
  uint32_t next = upcr_calls_entered() + 1,
           barriers = atomic_load_explicit(&upcr_job->thread[upcr_self.mythread].notified,
                                           memory_order_relaxed);
  uint64_t ahead = upcr_word_load(entry_pts(thread, next));
  char text[UPCR_ARRIVED], own[UPCR_WHO];
  if (has_started(started, w.number))
    return;
  if (other.state >= UPCR_STATE_FINISHED)
    upcr_fatal_after_end(other.exit_status,
                         "%s waits for thread %d, which has ended with status %d", name, thread,
                         other.exit_status);
  who(w, upcr_self.mythread, own);
  if ((int32_t)(other.notified - barriers) > 0)
    upcr_fatal("barrier mismatch (UPC 6.6.1): %s is in %s, %s", own, name,
               upcr_token_describe_arrived(thread, text));
  if (upcr_reached(ahead, next))
    upcr_fatal("calls do not match (UPC 3.9): %s is in %s, thread %d is in %s", own, name, thread,
               upcr_collective_name(upcr_collective_of_tag(upcr_tag_of(ahead))));
}

void upcr_look_for_start(struct upcr_waiter w, int thread, upcr_pts_t started) {
  uint64_t word = upcr_word_load(started);
  if (!upcr_reached(word, w.number))
    look_for_end(w, thread, started);
  else if (upcr_number_of(word) == w.number && upcr_tag_of(word) != w.tag)
    upcr_refuse_tag(w, thread, upcr_tag_of(word));
}

static struct upcr_waiter waiting_in(const struct upcr_call *call) {
  return (struct upcr_waiter){call->function, call->number, call->tag, 0};
}

static void look_into(const struct upcr_call *call, const struct await *await, int thread) {
  upcr_look_for_start(waiting_in(call), thread, entry_pts(thread, call->number));
  bool has_left = has_started(entry_pts(thread, call->number + 1), call->number + 1);
  if (has_left && !arrived(await))
    upcr_fatal("%s: thread %d has left it without what thread %d waits for: their calls do not "
               "match (UPC 3.9)",
               upcr_collective_name(call->function), thread, upcr_self.mythread);
}

/* True if all threads have started the call. */
static bool look_into_all(const struct upcr_call *call) {
  bool have = true;
  for (int t = 0; t < upcr_self.threads; t++) {
    upcr_look_for_start(waiting_in(call), t, entry_pts(t, call->number));
    have &= has_started(entry_pts(t, call->number), call->number);
  }
  return have;
}

/* Polls before the thread gives its processor away; longer if no thread of this processor has work.
 */
static uint64_t watch(const struct upcr_call *call, const uint64_t *word, uint32_t number,
                      int thread) {
  uint64_t seen = upcr_watch(word, number);
  if (upcr_reached(seen, number) || !upcr_yield_cannot_help(call, thread))
    return seen;
  for (int looks = UPCR_POLLS_BEFORE_YIELD; looks > 0 && !upcr_reached(seen, number); looks--)
    seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  return seen;
}

uint64_t upcr_await_long(const struct upcr_call *call, const uint64_t *word, uint32_t number,
                         int thread) {
  struct await await = {.word = word, .number = number};
  upcr_pay_wakes();
  uint64_t seen = watch(call, word, number, thread);
  if (upcr_reached(seen, number))
    return seen;
  while (!arrived(&await)) {
    upcr_wait_until(arrived_or_overdue, &await, upcr_collective_name(call->function));
    if (arrived(&await))
      break;
    if (thread != UPCR_ANYBODY)
      look_into(call, &await, thread);
    else if (look_into_all(call))
      break;
    await.stall_timer = (struct upcr_stall_timer){0};
  }
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

void upcr_check_tag(const struct upcr_call *call, uint64_t word, uint32_t number, int thread) {
  if (upcr_number_of(word) == number && upcr_tag_of(word) != call->tag)
    upcr_refuse_tag(waiting_in(call), thread, upcr_tag_of(word));
}

enum { NOBODY = 0, EVERYBODY = -1 /* else a thread, plus 1 */ };

void upcr_wake_if_asleep(int thread) {
  if (upcr_in_node(thread) &&
      atomic_load_explicit(&upcr_job->thread[thread].asleep, memory_order_relaxed))
    upcr_net->wake_published(thread);
}

/* In virtual time a deferred wake would come late. */
static void pay_if_simulated(void) {
  if (upcr_is_simulated())
    upcr_pay_wakes_after_fence();
}

void upcr_owe_wake_all(void) {
  upcr_coll_state.owed = EVERYBODY;
  pay_if_simulated();
}

void upcr_owe_wake_one(int thread) {
  int *owed = &upcr_coll_state.owed;
  *owed = *owed == NOBODY || *owed == thread + 1 ? thread + 1 : EVERYBODY;
  pay_if_simulated();
}

void upcr_pay_wakes(void) {
  if (upcr_coll_state.owed == NOBODY)
    return;
  upcr_full_fence();
  upcr_pay_wakes_after_fence();
}

/* The caller's fence pairs with that of the wait (base/wait.c): either a sleeper sees what was
 * published, or this thread sees that it sleeps. */
void upcr_pay_wakes_after_fence(void) {
  int to = upcr_coll_state.owed;
  upcr_coll_state.owed = NOBODY;
  if (to == EVERYBODY) {
    for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
      if (t != upcr_self.mythread)
        upcr_wake_if_asleep(t);
  } else if (to != NOBODY)
    upcr_wake_if_asleep(to - 1);
}

void upcr_wake_all(void) {
  upcr_owe_wake_all();
  upcr_pay_wakes();
}

void upcr_wake_one(int thread) {
  upcr_owe_wake_one(thread);
  upcr_pay_wakes();
}

static bool has_entered(int thread, uint32_t number) {
  uint64_t *entered = &upcr_coll_area(thread)->entered[number % UPCR_COLL_RECENT];
  return upcr_reached(__atomic_load_n(entered, __ATOMIC_RELAXED), number);
}

bool upcr_yield_cannot_help(const struct upcr_call *call, int thread) {
  int here = upcr_topo_runs_on(upcr_self.mythread);
  if (!upcr_wait_oversubscribed() || upcr_settings.polite || !upcr_call_all_mapped() ||
      upcr_topo_runs_on(thread) == here)
    return false;
  for (int t = 0; t < upcr_self.threads; t++)
    if (upcr_topo_runs_on(t) == here && !has_entered(t, call->number))
      return false;
  return true;
}
