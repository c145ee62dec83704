/* SPDX-License-Identifier: Apache-2.0 */
/* Places: where a frame is notified of the ends of its tasks, of one with a handle or of a group.
 *
 * The starter alone counts the tasks, in its own memory; each task's end raises `ended` of the
 * shared part. It is notified after the task's fence, by an addition with release; the starter
 * reads with acquire. All additions are read-modify-writes, so one release sequence has the writes
 * of all tasks. A place is closed when both counts are equal, so nobody writes to a free one. */
#include <string.h>

#include "../base/log.h"
#include "../core/announce.h"
#include "../core/remote.h"
#include "tasks.h"

#define scope upcr_task_scope

int upcr_task_place_open(const char *what) {
  int place = scope.free_place;
  if (place < 0)
    upcr_fatal("%s: all %zu handles and groups are open; give upcx_tasks_begin a larger capacity, "
               "or close them earlier",
               what, scope.capacity);
  struct upcr_task_open *open = &scope.open[place];
  scope.free_place = open->next;
  scope.places++;
  open->is_open = true;
  open->frame = scope.frame->number;
  open->tasks = 0;
  __atomic_store_n(&scope.place[place].ended, 0,
                   __ATOMIC_RELAXED); /* the task's put is a release */
  return place;
}

void upcr_task_place_close(int place) {
  struct upcr_task_open *open = &scope.open[place];
  open->is_open = false;
  open->number++;
  open->next = scope.free_place;
  scope.free_place = place;
  scope.places--;
}

bool upcr_task_place_is_over(int place) {
  return __atomic_load_n(&scope.place[place].ended, __ATOMIC_ACQUIRE) == scope.open[place].tasks;
}

static bool is_over(void *place) { return upcr_task_place_is_over(*(const int *)place); }

void upcr_task_place_wait(int place, const char *what) {
  struct upcr_task_search search = {.reason = {.what = what}, .is_over = is_over, .arg = &place};
  struct upcr_task task;
  while (!upcr_task_place_is_over(place))
    if (upcr_task_find(&search, &task))
      upcr_task_run(&task);
    else
      upcr_task_idle(&search);
  upcr_task_search_end(&search);
  upcr_fence();
}

static void notify_here(struct upcr_task_place *place, const void *result) {
  if (result)
    memcpy(place->result, result, sizeof place->result);
  __atomic_fetch_add(&place->ended, 1, __ATOMIC_RELEASE);
}

/* arg[0]: the place; payload: the result of a task with a handle. The owner may sleep, if another
 * thread of its process serves the message. */
static void handle_end(struct upcr_am *message) {
  notify_here((struct upcr_task_place *)upcr_segment_address(message->arg[0]),
              message->length ? message->payload : 0);
  upcr_net->wake((int)upcr_thread(message->arg[0]));
  message->length = 0;
}

__attribute__((constructor)) static void set_handler(void) {
  upcr_am_table[UPCR_AM_TASK_END] = handle_end;
}

static void notify_far(upcr_pts_t place, uint64_t *result) {
  int starter = (int)upcr_thread(place);
  size_t bytes = result ? sizeof((struct upcr_task_place *)0)->result : 0;
  struct upcr_am message = {.handler = UPCR_AM_TASK_END,
                            .arg = {place},
                            .length = bytes,
                            .room = bytes,
                            .payload = result};
  if (upcr_takes_posts(starter))
    upcr_post(starter, &message);
  else
    upcr_net->am_request(starter, &message);
}

void upcr_task_notify_end(const struct upcr_task *task, uint64_t *result) {
  uint64_t *told = task->head & UPCR_TASK_IN_GROUP ? 0 : result;
  struct upcr_task_place *here = upcr_reach(task->done);
  if (!here) {
    notify_far(task->done, told);
    return;
  }
  notify_here(here, told);
  if ((int)upcr_thread(task->done) != upcr_self.mythread)
    upcr_net->wake((int)upcr_thread(task->done));
}
