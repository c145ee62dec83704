/* SPDX-License-Identifier: Apache-2.0 */
/* No thread may wait forever if calls do not match. A thread waits for a count that another thread
 * raises. Every thread publishes, with release and in program order, the calls that it enters
 * (area->entered), the barriers that it arrives at (job->thread[].notified) and its end (state). In
 * a correct program their order is the same in all threads, and no collective is called between
 * upc_notify and upc_wait. So, if a waiter in call n reads with acquire that the other
 *  - has ended, or has arrived at a barrier that the waiter has not arrived at, and reads after
 *    that that it has not entered call n: it enters it too late or never;
 *  - has entered call n with another tag: the calls differ;
 *  - has entered a call after n, and reads after that that the count is still too low: it has left
 *    call n without raising it, so it did not make the same call.
 *
 * A waiter looks every quarter of a second, the bound of its sleep (base/system.h). If two threads
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

static uint64_t entry(int thread, uint32_t number) {
  size_t at =
      offsetof(struct upcr_coll_area, entered) + number % UPCR_COLL_RECENT * sizeof(uint64_t);
  return upcr_word_load(upcr_coll_area_pts(thread, at));
}

bool upcr_call_is_ahead(int thread, enum upcr_collective *function) {
  uint32_t next = upcr_calls_entered() + 1;
  uint64_t entered = entry(thread, next);
  if (!upcr_reached(entered, next))
    return false;
  *function = upcr_collective_of_tag(upcr_tag_of(entered));
  return true;
}

_Noreturn static void refuse_tags(const struct upcr_call *call, uint32_t tag, int thread) {
  enum upcr_collective theirs = upcr_collective_of_tag(tag);
  char one[UPCR_WHO], other[UPCR_WHO];
  upcr_check_who(upcr_self.mythread, upcr_calls_site(upcr_self.mythread, call->number), one);
  upcr_check_who(thread, upcr_calls_site(thread, call->number), other);
  if (theirs == call->function)
    upcr_fatal("%s: %s and %s gave different arguments; they are single-valued (UPC 3.10)",
               upcr_collective_name(call->function), one, other);
  upcr_fatal("calls do not match (UPC 3.9): %s is in %s, %s is in %s", one,
             upcr_collective_name(call->function), other, upcr_collective_name(theirs));
}

static void look_for_end(const struct upcr_call *call, int thread) {
  struct upcr_thread_status other = upcr_thread_status(thread);
  const char *name = upcr_collective_name(call->function);
  uint32_t barriers =
      atomic_load_explicit(&upcr_job->thread[upcr_self.mythread].notified, memory_order_relaxed);
  bool ended = other.state >= UPCR_STATE_FINISHED,
       in_barrier = (int32_t)(other.notified - barriers) > 0;
  if (upcr_reached(entry(thread, call->number), call->number))
    return;
  if (ended)
    upcr_fatal("%s waits for thread %d, which can never come: it has ended with status %d", name,
               thread, other.exit_status);
  if (in_barrier) {
    char one[UPCR_WHO], other_text[UPCR_ARRIVED];
    upcr_check_who(upcr_self.mythread, upcr_calls_site(upcr_self.mythread, call->number), one);
    upcr_fatal("barrier mismatch (UPC 6.6.1): %s is in %s, %s", one, name,
               upcr_token_describe_arrived(thread, other_text));
  }
}

static void look_into(const struct upcr_call *call, const struct await *await, int thread) {
  uint64_t entered = entry(thread, call->number);
  if (!upcr_reached(entered, call->number)) {
    look_for_end(call, thread);
    return;
  }
  if (upcr_number_of(entered) == call->number && upcr_tag_of(entered) != call->tag)
    refuse_tags(call, upcr_tag_of(entered), thread);
  bool has_left = upcr_reached(entry(thread, call->number + 1), call->number + 1);
  if (has_left && !arrived(await))
    upcr_fatal("%s: thread %d has left it without what thread %d waits for: their calls do not "
               "match (UPC 3.9)",
               upcr_collective_name(call->function), thread, upcr_self.mythread);
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
    if (arrived(&await) || thread == UPCR_ANYBODY)
      break;
    look_into(call, &await, thread);
    await.stall_timer = (struct upcr_stall_timer){0};
  }
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

void upcr_check_tag(const struct upcr_call *call, uint64_t word, uint32_t number, int thread) {
  if (upcr_number_of(word) == number && upcr_tag_of(word) != call->tag)
    refuse_tags(call, upcr_tag_of(word), thread);
}

enum { NOBODY = 0, EVERYBODY = -1 /* else a thread, plus 1 */ };

static void wake_if_asleep(int thread) {
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
        wake_if_asleep(t);
  } else if (to != NOBODY)
    wake_if_asleep(to - 1);
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
