/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks (<upcx_tasks.h>). The events of a task lie between those of the call in which it runs, and
 * have its place. */
#include <upcx_tasks.h>

#include "../base/instrument.h"
#include "notify.h"

struct place {
  const char *file;
  int line;
};

/* Of the innermost call under way that may run tasks; file 0: there is none. */
static UPCR_PER_THREAD struct place running;

/* AROUND(...) with tasks inside. */
#define AROUND_TASKS(...)                                                                          \
  do {                                                                                             \
    struct place outer = running;                                                                  \
    running = (struct place){file, line};                                                          \
    AROUND(__VA_ARGS__);                                                                           \
    running = outer;                                                                               \
  } while (0)

static void notify_task(gasp_evttype_t type, const void *function) {
  const char *file = running.file;
  int line = running.line;
  if (file)
    NOTIFY(GASP_UPCX_TASK, type, function);
}

void upcr_inst_task_start(const void *function) { notify_task(GASP_START, function); }

void upcr_inst_task_end(const void *function) { notify_task(GASP_END, function); }

void upcr_inst_upcx_tasks_begin(const char *file, int line, size_t capacity) {
  AROUND(GASP_UPCX_TASKS_BEGIN, upcx_tasks_begin(capacity), capacity);
}

void upcr_inst_upcx_tasks_end(const char *file, int line) {
  AROUND_TASKS(GASP_UPCX_TASKS_END, upcx_tasks_end());
}

void upcr_inst_upcx_task_start(const char *file, int line, int thread,
                               upcx_task_function_t *function, const void *argument, size_t bytes) {
  AROUND_TASKS(GASP_UPCX_TASK_START, upcx_task_start(thread, function, argument, bytes), thread,
               (void *)function, argument, bytes);
}

upcx_task_t upcr_inst_upcx_task_start_handle(const char *file, int line, int thread,
                                             upcx_task_function_t *function, const void *argument,
                                             size_t bytes) {
  upcx_task_t task = {0};
  AROUND_TASKS(GASP_UPCX_TASK_START_HANDLE,
               task = upcx_task_start_handle(thread, function, argument, bytes), thread,
               (void *)function, argument, bytes, &task);
  return task;
}

void upcr_inst_upcx_task_wait(const char *file, int line, upcx_task_t task, void *result,
                              size_t bytes) {
  AROUND_TASKS(GASP_UPCX_TASK_WAIT, upcx_task_wait(task, result, bytes), &task, result, bytes);
}

void upcr_inst_upcx_task_group_end(const char *file, int line) {
  AROUND_TASKS(GASP_UPCX_TASK_GROUP_END, upcx_task_group_end());
}

int upcr_inst_upcx_tasks_progress(const char *file, int line) {
  int ran = 0;
  AROUND_TASKS(GASP_UPCX_TASKS_PROGRESS, ran = upcx_tasks_progress(), ran);
  return ran;
}
