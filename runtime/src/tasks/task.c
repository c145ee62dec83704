/* SPDX-License-Identifier: Apache-2.0 */
/* Starting, running and awaiting tasks.
 *
 * No deadlock: a frame that is blocked is blocked by a frame that began later. Either it waits for
 * a task that it started, or, below the top of its stack, for the frame above it. So the chain of
 * such frames ends at one that runs, or at a task in a queue. The queue's thread comes to it, as
 * the top of that thread's stack runs or serves the queue while it waits. */
#include <string.h>

#include "../base/log.h"
#include "../core/barrier.h"
#include "../core/poll.h"
#include "../core/remote.h"
#include "../mem/job.h"
#include "tasks.h"

extern const char __executable_start[], etext[];

enum { LONG_SEARCH = 1000 /* vain polls: far more than a task usually takes to come */ };

UPCR_PER_THREAD struct upcr_task_scope upcr_task_scope;
#define scope upcr_task_scope

void upcr_task_check_scope(const char *what) {
  if (!scope.is_open)
    upcr_fatal("%s: there are no tasks before upcx_tasks_begin and after upcx_tasks_end", what);
}

bool upcr_task_idle(struct upcr_task_search *search, struct upcr_wait_reason reason) {
  if (search->vain < LONG_SEARCH && ++search->vain == LONG_SEARCH)
    search->outer = upcr_wait_say(reason);
  upcr_poll_now();
  return search->vain == LONG_SEARCH;
}

void upcr_task_found(struct upcr_task_search *search) {
  if (search->vain >= LONG_SEARCH)
    upcr_wait_say(search->outer);
  search->vain = 0;
}

static upcr_pts_t at(int thread, size_t offset) {
  return upcr_pts_make((unsigned long)thread, upcr_pts_offset(scope.area) + offset);
}

upcr_pts_t upcr_task_rest(int thread) { return at(thread, 0); }

upcr_pts_t upcr_task_inbox(int thread) { return at(thread, sizeof(struct upcr_task_rest)); }

upcr_pts_t upcr_task_ring(int thread) {
  return upcr_task_inbox(thread) + upcr_task_inbox_bytes(scope.capacity);
}

upcr_pts_t upcr_task_place(int place) {
  return upcr_task_ring(upcr_self.mythread) + upcr_task_ring_bytes(scope.capacity) +
         (size_t)place * sizeof(struct upcr_task_place);
}

static void tell_end(upcr_pts_t place, const void *result) {
  int starter = (int)upcr_thread(place);
  upcr_write(place, result, sizeof((struct upcr_task_place *)0)->result);
  upcr_word_store(place + offsetof(struct upcr_task_place, is_done), 1);
  if (starter != upcr_self.mythread)
    upcr_net->wake(starter);
}

/* The fence completes the task's writes before its end is told; is_done is a release, which pairs
 * with the acquire in upcx_task_test, and `ended` is told in a later reduction. */
void upcr_task_run(const struct upcr_task *task) {
  uint64_t result[UPCX_TASK_RESULT_MAX / 8] = {0}, outer = scope.frame;
  int before = upcr_barrier_enter_task();
  scope.frame = ++scope.frames;
  upcr_fence();
  ((upcx_task_function_t *)(uintptr_t)(__executable_start + task->function))(task->argument,
                                                                             result);
  upcr_fence();
  if (task->done)
    tell_end(task->done, result);
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

/* Runs a waiting task of the calling thread's, or polls. True if it has polled for long. */
static bool serve(struct upcr_task_search *search, struct upcr_wait_reason reason) {
  struct upcr_task task;
  if (!upcr_task_take_own(&task))
    return upcr_task_idle(search, reason);
  upcr_task_found(search);
  upcr_task_run(&task);
  return false;
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
    upcr_task_call();
  else if (thread != upcr_self.mythread)
    upcr_net->wake_published(thread);
}

/* The upc_fence of the task's start has two parts. Before the put the writes to other nodes are
 * completed; the put is a release for the others, and pairs with the acquire of the one that takes
 * the task. So the full fence can follow the put, where it is that of the wakes too. */
static void start(int thread, const struct upcr_task *task) {
  bool here = thread == UPCX_TASK_ANY || thread == upcr_self.mythread;
  scope.started++; /* before the task can end: scope.c */
  upcr_settle_far();
  struct upcr_task_search search = {0};
  while (!put(thread, task)) {
    if (here) {
      upcr_task_run(task);
      return;
    }
    serve(&search, (struct upcr_wait_reason){.what = "room for a task (upcx_task_start)"});
  }
  upcr_task_found(&search);
  upcr_fence();
  wake_for(thread);
}

static struct upcr_task task_of(upcx_task_function_t *function, const void *argument,
                                size_t bytes) {
  struct upcr_task task = {.function =
                               (uint64_t)((const char *)(uintptr_t)function - __executable_start)};
  if (bytes > 0)
    memcpy(task.argument, argument, bytes);
  return task;
}

void upcx_task_start(int thread, upcx_task_function_t *function, const void *argument,
                     size_t bytes) {
  check("upcx_task_start", thread, function, argument, bytes);
  struct upcr_task task = task_of(function, argument, bytes);
  start(thread, &task);
}

upcx_task_t upcx_task_start_handle(int thread, upcx_task_function_t *function, const void *argument,
                                   size_t bytes) {
  check("upcx_task_start_handle", thread, function, argument, bytes);
  int place = scope.free_place;
  if (place < 0)
    upcr_fatal("upcx_task_start_handle: all %zu handles are open; give upcx_tasks_begin a larger "
               "capacity, or call upcx_task_wait earlier",
               scope.capacity);
  struct upcr_task_open *open = &scope.open[place];
  scope.free_place = open->next;
  scope.handles++;
  open->is_open = true;
  open->frame = scope.frame;
  upcx_task_t handle = {.place = place, .number = open->number};
  struct upcr_task task = task_of(function, argument, bytes);
  task.done = upcr_task_place(place);
  upcr_word_store(task.done + offsetof(struct upcr_task_place, is_done), 0);
  start(thread, &task);
  return handle;
}

static struct upcr_task_open *open_of(upcx_task_t task, const char *what) {
  upcr_task_check_scope(what);
  struct upcr_task_open *open =
      task.place >= 0 && (size_t)task.place < scope.capacity ? &scope.open[task.place] : 0;
  if (!open || !open->is_open || open->number != task.number)
    upcr_fatal("%s: no open handle of this thread", what);
  if (open->frame != scope.frame)
    upcr_fatal("%s: another task started this one; only it may wait for it", what);
  return open;
}

static bool is_done(int place) {
  return upcr_word_load(upcr_task_place(place) + offsetof(struct upcr_task_place, is_done)) != 0;
}

int upcx_task_test(upcx_task_t task) {
  open_of(task, "upcx_task_test");
  if (is_done(task.place)) {
    upcr_fence();
    return 1;
  }
  upcr_poll_failed();
  return 0;
}

static bool is_done_or_has_task(void *place) {
  return is_done(*(const int *)place) || upcr_task_inbox_has(scope.inbox) ||
         upcr_task_ring_has(scope.ring);
}

void upcx_task_wait(upcx_task_t task, void *result, size_t bytes) {
  struct upcr_task_open *open = open_of(task, "upcx_task_wait");
  if (bytes > UPCX_TASK_RESULT_MAX)
    upcr_fatal("upcx_task_wait: a result of %zu bytes; a task has at most %d "
               "(UPCX_TASK_RESULT_MAX)",
               bytes, UPCX_TASK_RESULT_MAX);
  struct upcr_wait_reason reason = {.what = "a task (upcx_task_wait)"};
  struct upcr_task_search search = {0};
  while (!is_done(task.place))
    if (serve(&search, reason))
      upcr_wait_for(&(struct upcr_waiting){
          .done = is_done_or_has_task, .arg = &task.place, .reason = reason});
  upcr_task_found(&search);
  upcr_fence();
  if (bytes > 0)
    memcpy(result, upcr_segment_address(upcr_task_place(task.place)), bytes);
  open->is_open = false;
  open->number++;
  open->next = scope.free_place;
  scope.free_place = task.place;
  scope.handles--;
}
