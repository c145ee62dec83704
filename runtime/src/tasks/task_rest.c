/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that rest, since they found no task for long, and the calls that end their rest. Rings
 * alone need calls: the sender of a task to an inbox wakes its owner, and so do the letters of a
 * wave, and the end of a task that the owner waits for.
 *
 * While a ring has a task, and a thread rests that has the ring mapped, one that was called looks
 * for tasks:
 * - A starter puts its task, executes a full fence, then calls a thread if one rests. A thread
 *   raises `resting` and its `rests`, executes a full fence, then looks at the rings, and rests if
 *   they are empty. So either it finds the task, or the starter finds it resting.
 * - A called thread looks at all rings before it rests again. If it runs a task, it first calls
 *   another one unless the rings are empty. So does a thread that rested and ends its search.
 * - A thread that rests in upcx_tasks_end, at level 0, takes any task, others only some. A caller
 *   prefers threads at level 0. So if it calls another one, those come to rest later, and look.
 * In a job with memory that is not mapped one thread of each group, the scout, goes on asking the
 * other groups; the others rest. The vacant place of the scout is published like a task in a ring:
 * a scout that runs a task vacates it, executes a full fence, then calls a thread.
 * `resting` is raised before `rests` and lowered after it, so it is 0 only if nobody rests.
 * models/tasks_rest.pml checks it. */
#include "../base/wait.h"
#include "../core/remote.h"
#include "tasks.h"

#define scope upcr_task_scope

static struct upcr_task_rest *rest_of(int thread) {
  return (struct upcr_task_rest *)upcr_segment_address(upcr_task_rest(thread));
}

static struct upcr_task_ring *ring_of(int thread) {
  return (struct upcr_task_ring *)upcr_segment_address(upcr_task_ring(thread));
}

static uint32_t rests_of(int thread) {
  return __atomic_load_n(&rest_of(thread)->rests, __ATOMIC_RELAXED);
}

static struct upcr_task_rest *own(void) { return rest_of(upcr_self.mythread); }

/* Where the threads that map each other's memory count. */
static uint32_t *resting(void) { return &rest_of(scope.first_near)->resting; }

void upcr_task_rest_set(void) {
  *own() = (struct upcr_task_rest){0};
  scope.first_near = upcr_self.mythread;
  scope.all_near = true;
  for (int t = upcr_self.threads - 1; t >= 0; t--)
    if (upcr_self.map[t])
      scope.first_near = t;
    else
      scope.all_near = false;
}

void upcr_task_rest_begin(void) {
  __atomic_fetch_add(resting(), 1, __ATOMIC_RELAXED);
  __atomic_store_n(&own()->rests, 1 + scope.frame->level, __ATOMIC_RELEASE);
  upcr_full_fence();
}

/* Lowers `rests` of a thread from a value that was seen; false if it has changed. The acquire pairs
 * with the release in the other's exchange: a called thread sees the task that it was called
 * for. */
static bool lower(int thread, uint32_t rests) {
  if (!rests || !__atomic_compare_exchange_n(&rest_of(thread)->rests, &rests, 0, 0,
                                             __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    return false;
  __atomic_fetch_sub(resting(), 1, __ATOMIC_RELEASE);
  return true;
}

void upcr_task_rest_end(void) {
  if (!lower(upcr_self.mythread, rests_of(upcr_self.mythread)))
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

static uint32_t *place_of_scout(void) { return &rest_of(scope.first_near)->has_scout; }

static bool has_vacancy(void) {
  return !scope.all_near && !scope.frame->level &&
         !__atomic_load_n(place_of_scout(), __ATOMIC_RELAXED);
}

bool upcr_task_has_scout(void) {
  if (!scope.is_scout && has_vacancy())
    scope.is_scout = !__atomic_exchange_n(place_of_scout(), 1, __ATOMIC_RELAXED);
  return !scope.is_scout;
}

static bool is_called(void) { return !__atomic_load_n(&own()->rests, __ATOMIC_ACQUIRE); }

/* The highest level of an oldest task that is mapped: threads at lower ones can take a task. */
static uint32_t highest(void) {
  uint32_t level = 0;
  for (int t = 0; t < upcr_self.threads; t++)
    if (upcr_self.map[t]) {
      uint32_t its = upcr_task_ring_level(ring_of(t));
      level = its > level ? its : level;
    }
  return level;
}

/* The other thread that rests at the lowest level below `level`, and its `rests`; -1: there is
 * none. */
static int lowest_rester(uint32_t level, uint32_t *rests) {
  int found = -1;
  *rests = level + 1;
  for (int i = 1; i<upcr_self.threads && * rests> 1; i++) {
    int t = (upcr_self.mythread + i) % upcr_self.threads;
    uint32_t its = upcr_self.map[t] ? rests_of(t) : 0;
    if (its && its < *rests) {
      found = t;
      *rests = its;
    }
  }
  return found;
}

void upcr_task_call(uint32_t level) {
  if (level == 0 || __atomic_load_n(resting(), __ATOMIC_RELAXED) == 0)
    return;
  uint32_t rests;
  for (int t; (t = lowest_rester(level, &rests)) >= 0;)
    if (lower(t, rests)) {
      upcr_net->wake_published(t);
      return;
    }
}

bool upcr_task_rest_is_over(void) {
  return is_called() || highest() > scope.frame->level || has_vacancy();
}

/* The level to call for, if there may be work that is in no ring. */
static uint32_t at_least_1(uint32_t level) { return level > 0 ? level : 1; }

void upcr_task_pass_on(bool rested) {
  if (scope.is_scout) {
    scope.is_scout = false;
    __atomic_store_n(place_of_scout(), 0, __ATOMIC_RELAXED);
    upcr_full_fence();
    upcr_task_call(at_least_1(highest()));
  } else if (rested) {
    upcr_task_call(has_vacancy() ? at_least_1(highest()) : highest());
  }
}
