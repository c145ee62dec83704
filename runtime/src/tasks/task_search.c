/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's search for tasks while it waits: its own queues; the rings of others, those that are
 * mapped first; then rest. */
#include "../core/poll.h"
#include "tasks.h"

#define scope upcr_task_scope

enum {
  NEAR_TRIES = 8 /* vain rounds over the mapped threads before a far one is asked; doubles up to */,
  FAR_TRIES_MAX = 1024 /* this, so that idle threads send few messages */,
  LONG_SEARCH = 1000 /* vain polls: far more than a task usually takes to come */
};

/* Takes a task from a thread of those that are mapped, or of the others: from each in turn,
 * beginning after the one that the last was taken from. */
static bool take_from(bool near, int most, struct upcr_task *task) {
  static UPCR_PER_THREAD int last[2];
  int threads = upcr_self.threads;
  for (int i = 0, asked = 0; i < threads && asked < most; i++) {
    int victim = last[near] = (last[near] + 1) % threads;
    if (victim == upcr_self.mythread || (upcr_self.map[victim] != 0) != near)
      continue;
    asked++;
    if (upcr_task_steal(upcr_task_ring(victim), task))
      return true;
  }
  return false;
}

static bool steal(struct upcr_task_search *search, struct upcr_task *task) {
  if (take_from(true, upcr_self.threads, task))
    return true;
  if (search->next_far == 0)
    search->next_far = NEAR_TRIES;
  if (++search->near_tries < search->next_far)
    return false;
  search->near_tries = 0;
  if (search->next_far < FAR_TRIES_MAX)
    search->next_far *= 2;
  return take_from(false, 1, task);
}

static void stop_waiting(struct upcr_task_search *search) {
  if (search->vain >= LONG_SEARCH)
    upcr_wait_set_reason(search->outer);
  search->vain = 0;
}

bool upcr_task_find(struct upcr_task_search *search, struct upcr_task *task) {
  if (!upcr_task_take_own(task)) {
    if (!steal(search, task))
      return false;
    search->near_tries = search->next_far = 0;
  }
  stop_waiting(search);
  upcr_task_pass_on(search->rested);
  search->rested = false;
  return true;
}

static bool rest_is_over(void *arg) {
  const struct upcr_task_search *search = arg;
  return upcr_task_rest_is_over() || upcr_task_inbox_has(scope.inbox) ||
         search->is_over(search->arg);
}

/* Threads that are not mapped call nobody. */
static void rest(struct upcr_task_search *search) {
  if (!upcr_task_has_scout())
    return;
  upcr_task_rest_begin();
  upcr_wait_for(
      &(struct upcr_waiting){.done = rest_is_over, .arg = search, .reason = search->reason});
  upcr_task_rest_end();
  search->rested = true;
}

void upcr_task_idle(struct upcr_task_search *search) {
  if (search->vain < LONG_SEARCH && ++search->vain == LONG_SEARCH)
    search->outer = upcr_wait_set_reason(search->reason);
  upcr_poll_now();
  if (search->vain == LONG_SEARCH && search->is_over)
    rest(search);
}

void upcr_task_search_end(struct upcr_task_search *search) {
  stop_waiting(search);
  upcr_task_pass_on(search->rested);
}
