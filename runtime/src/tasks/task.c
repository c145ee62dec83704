/* SPDX-License-Identifier: Apache-2.0 */
/* Starting, running and awaiting tasks.
 *
 * No deadlock: a frame that is blocked is blocked by a frame that began later. Either it waits for
 * a task that it started, or, below the top of its stack, for the frame above it. So the chain of
 * such frames ends at one that runs, or at a task in a queue. The queue's thread comes to it, as
 * the top of that thread's stack runs or serves the queue while it waits. */
#include <string.h>

#include "../base/instrument.h"
#include "../base/log.h"
#include "../core/barrier.h"
#include "../core/poll.h"
#include "../core/remote.h"
#include "../mem/job.h"
#include "tasks.h"

extern const char __executable_start[], etext[];

UPCR_PER_THREAD struct upcr_task_scope upcr_task_scope;
#define scope upcr_task_scope

void upcr_task_check_scope(const char *what) {
  if (!scope.is_open)
    upcr_fatal("%s: there are no tasks before upcx_tasks_begin and after upcx_tasks_end", what);
}

static upcr_pts_t at(int thread, size_t offset) {
  return upcr_pts_make((unsigned long)thread, upcr_pts_offset(scope.area) + offset);
}

upcr_pts_t upcr_task_rest(int thread) { return at(thread, 0); }

upcr_pts_t upcr_task_inbox(int thread) { return at(thread, sizeof(struct upcr_task_rest)); }

upcr_pts_t upcr_task_ring(int thread) {
  return upcr_task_inbox(thread) + upcr_task_inbox_bytes(scope.capacity);
}

upcr_pts_t upcr_task_places(int thread) {
  return upcr_task_ring(thread) + upcr_task_ring_bytes(scope.capacity);
}

static struct upcr_task_frame frame_of(const struct upcr_task *task) {
  uint32_t least = scope.frame->level + 1, level = upcr_task_level(task);
  return (struct upcr_task_frame){.number = ++scope.frames,
                                  .level = level > least ? level : least,
                                  .group = -1,
                                  .implicit = -1,
                                  .in_group = task->head & UPCR_TASK_IN_GROUP};
}

static void call(const struct upcr_task *task, void *result) {
  const char *code = __executable_start + (uint32_t)task->head;
  if (upcr_inst_task_start)
    upcr_inst_task_start(code);
  ((upcx_task_function_t *)(uintptr_t)code)(task->argument, result);
  if (upcr_inst_task_end)
    upcr_inst_task_end(code);
}

/* The fence completes the task's writes before its end is reported at its place (task_place.c) and
 * by `ended` in a later reduction. */
void upcr_task_run(const struct upcr_task *task) {
  uint64_t result[UPCX_TASK_RESULT_MAX / 8] = {0};
  struct upcr_task_frame frame = frame_of(task), *outer = scope.frame;
  int before = upcr_barrier_enter_task();
  scope.frame = &frame;
  upcr_fence();
  call(task, result);
  if (frame.group >= 0)
    upcr_task_group_leave();
  upcr_fence();
  if (task->done)
    upcr_task_notify_end(task, result);
  scope.frame = outer;
  upcr_barrier_leave_task(before);
  scope.ended++;
}

bool upcr_task_take_own(struct upcr_task *task) {
  return upcr_task_inbox_take(scope.inbox, task) || upcr_task_ring_take(scope.ring, task);
}

int upcx_tasks_progress(void) {
  upcr_task_check_scope("upcx_tasks_progress");
  struct upcr_task task;
  if (!upcr_task_take_own(&task))
    return 0;
  upcr_task_run(&task);
  return 1;
}

static void check(const char *what, int thread, upcx_task_function_t *function,
                  const void *argument, size_t bytes) {
  upcr_task_check_scope(what);
  const char *code = (const char *)(uintptr_t)function;
  if (thread != UPCX_TASK_ANY && (thread < 0 || thread >= upcr_self.threads))
    upcr_fatal("%s: there is no thread %d; threads are 0 to %d, or UPCX_TASK_ANY", what, thread,
               upcr_self.threads - 1);
  if (bytes > UPCX_TASK_ARGUMENT_MAX)
    upcr_fatal("%s: an argument of %zu bytes; a task has at most %d (UPCX_TASK_ARGUMENT_MAX): put "
               "larger data into shared memory and pass a pointer to it",
               what, bytes, UPCX_TASK_ARGUMENT_MAX);
  if (!argument && bytes > 0)
    upcr_fatal("%s: a null pointer to an argument of %zu bytes", what, bytes);
  if (code < __executable_start || code >= etext)
    upcr_fatal("%s: the function is not in the program's executable", what);
}

/* The own ring may also be locked, for a moment, by a thief. */
static bool put(int thread, const struct upcr_task *task) {
  return thread == UPCX_TASK_ANY ? upcr_task_ring_put(scope.ring, task)
                                 : upcr_task_inbox_put(upcr_task_inbox(thread), task);
}

/* After a full fence that follows the task. */
static void wake_for(int thread) {
  if (thread == UPCX_TASK_ANY)
    upcr_task_call(upcr_task_ring_level(scope.ring));
  else if (thread != upcr_self.mythread)
    upcr_net->wake_published(thread);
}

static void wait_for_room(int thread, const struct upcr_task *task) {
  struct upcr_task_search search = {.reason = {.what = "room for a task (upcx_task_start)"}};
  while (!put(thread, task)) {
    if (!upcx_tasks_progress())
      upcr_task_idle(&search);
  }
  upcr_task_search_end(&search);
}

/* The upc_fence of the task's start has two parts. Before the put the writes to other nodes are
 * completed; the put is a release for the others, and pairs with the acquire of the one that takes
 * the task. So the full fence can follow the put, where it is that of the wakes too. */
static void start(int thread, const struct upcr_task *task) {
  bool here = thread == UPCX_TASK_ANY || thread == upcr_self.mythread;
  scope.started++; /* before the task can end: scope.c */
  upcr_settle_far();
  if (!put(thread, task)) {
    if (here) {
      upcr_task_run(task);
      return;
    }
    wait_for_room(thread, task);
  }
  upcr_fence();
  wake_for(thread);
}

static void set_task(struct upcr_task *task, upcx_task_function_t *function, const void *argument,
                     size_t bytes) {
  uint64_t offset = (uint64_t)((const char *)(uintptr_t)function - __executable_start);
  *task = (struct upcr_task){.head = offset | (uint64_t)(scope.frame->level + 1) << 32};
  if (bytes > 0)
    memcpy(task->argument, argument, bytes);
}

void upcx_task_start(int thread, upcx_task_function_t *function, const void *argument,
                     size_t bytes) {
  check("upcx_task_start", thread, function, argument, bytes);
  struct upcr_task task;
  set_task(&task, function, argument, bytes);
  if (scope.frame->group >= 0 || scope.frame->in_group)
    upcr_task_group_add(&task);
  start(thread, &task);
}

upcx_task_t upcx_task_start_handle(int thread, upcx_task_function_t *function, const void *argument,
                                   size_t bytes) {
  check("upcx_task_start_handle", thread, function, argument, bytes);
  int place = upcr_task_place_open("upcx_task_start_handle");
  scope.open[place].tasks = 1;
  upcx_task_t handle = {.place = place, .number = scope.open[place].number};
  struct upcr_task task;
  set_task(&task, function, argument, bytes);
  task.done = upcr_task_place_shared(place);
  start(thread, &task);
  return handle;
}

static void check_open(upcx_task_t task, const char *what) {
  upcr_task_check_scope(what);
  struct upcr_task_open *open =
      task.place >= 0 && (size_t)task.place < scope.capacity ? &scope.open[task.place] : 0;
  if (!open || !open->is_open || open->number != task.number)
    upcr_fatal("%s: no open handle of this thread", what);
  if (open->frame != scope.frame->number)
    upcr_fatal("%s: another task started this one; only it may wait for it", what);
}

int upcx_task_test(upcx_task_t task) {
  check_open(task, "upcx_task_test");
  if (upcr_task_place_is_over(task.place)) {
    upcr_fence();
    return 1;
  }
  upcr_poll_failed();
  return 0;
}

void upcx_task_wait(upcx_task_t task, void *result, size_t bytes) {
  check_open(task, "upcx_task_wait");
  if (bytes > UPCX_TASK_RESULT_MAX)
    upcr_fatal("upcx_task_wait: a result of %zu bytes; a task has at most %d "
               "(UPCX_TASK_RESULT_MAX)",
               bytes, UPCX_TASK_RESULT_MAX);
  upcr_task_place_wait(task.place, "a task (upcx_task_wait)");
  if (bytes > 0)
    memcpy(result, scope.place[task.place].result, bytes);
  upcr_task_place_close(task.place);
}
