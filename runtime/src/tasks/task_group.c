/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of tasks: a frame waits for all tasks that it started in one, and for theirs.
 *
 * A task of a group that starts tasks outside groups of its own starts them in an implicit group,
 * and does not end before it (the implicit sync of Cilk). So a frame counts the tasks that it
 * started itself, in its own memory, and no message says that a task of a task began. */
#include "../base/log.h"
#include "tasks.h"

#define frame (*upcr_task_scope.frame)

static int open_group(const char *what) {
  int place = upcr_task_place_open(what);
  upcr_task_scope.open[place].outer = frame.group;
  frame.group = place;
  return place;
}

static void close_group(const char *what) {
  int place = frame.group;
  upcr_task_place_wait(place, what);
  frame.group = upcr_task_scope.open[place].outer;
  upcr_task_place_close(place);
}

void upcr_task_group_add(struct upcr_task *task) {
  if (frame.group < 0)
    frame.implicit = open_group("upcx_task_start");
  upcr_task_scope.open[frame.group].tasks++;
  task->head |= UPCR_TASK_IN_GROUP;
  task->done = upcr_task_place_shared(frame.group);
}

void upcr_task_group_leave(void) {
  if (frame.group != frame.implicit)
    upcr_fatal("upcx_task_group_begin: a task ended with its group open; upcx_task_group_end "
               "closes a group");
  close_group("tasks that a task of a group started");
}

void upcx_task_group_begin(void) {
  upcr_task_check_scope("upcx_task_group_begin");
  open_group("upcx_task_group_begin");
}

void upcx_task_group_end(void) {
  upcr_task_check_scope("upcx_task_group_end");
  if (frame.group == frame.implicit)
    upcr_fatal("upcx_task_group_end: no group of this task, or of the main program, is open");
  close_group("a group of tasks (upcx_task_group_end)");
}
