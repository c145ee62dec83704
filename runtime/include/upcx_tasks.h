/* SPDX-License-Identifier: Apache-2.0 */
/* Asynchronous tasks, an extension of UPC 1.3: functions that run on a chosen thread, or on any.
 *
 * Tasks exist between upcx_tasks_begin and upcx_tasks_end, which all threads call. A thread runs
 * them, one after the other and to their end, inside upcx_tasks_end, upcx_task_wait,
 * upcx_task_group_end and upcx_tasks_progress, and inside upcx_task_start while the queue is full;
 * at no other time. Inside these functions a task may begin while another of the same thread waits,
 * on the same stack.
 *
 * Memory: a task sees what its starter wrote before it started the task. What the task wrote is
 * seen by its starter after upcx_task_wait or upcx_task_group_end, and by all threads after
 * upcx_tasks_end. The start and the end of a task contain a upc_fence, so relaxed accesses to far
 * memory are covered.
 *
 * A task may start tasks and wait for those that it started. It must not call a collective
 * function, upc_barrier or upc_lock on a lock that the thread may hold. */
#pragma GCC system_header
#ifndef UPCX_TASKS_H
#define UPCX_TASKS_H

#include <stddef.h>

#define UPCX_TASK_ARGUMENT_MAX 64 /* bytes of a task's argument */
#define UPCX_TASK_RESULT_MAX 32   /* bytes of its result */
#define UPCX_TASK_ANY (-1)        /* as the thread: any one */

/* A function of the program's executable, not of a shared library. `argument` is a copy, aligned to
 * 8 bytes, that lasts while the function runs. `result` has UPCX_TASK_RESULT_MAX bytes of zeros,
 * aligned to 8; they go to the starter if it asked for a handle. */
typedef void upcx_task_function_t(const void *argument, void *result);

/* A started task, for the thread and the task that started it. */
typedef struct upcx_task {
  int place;
  unsigned number;
} upcx_task_t;

/* Collective. From now on tasks may be started. `capacity`, single-valued and at least 1, is the
 * number of waiting tasks that a thread can have of each kind, for itself and for any thread, and
 * the number of handles and groups that it can have open. They take 201 bytes each in the shared
 * heap. Scopes do not nest. */
void upcx_tasks_begin(size_t capacity);

/* Collective. Runs tasks, and takes tasks for any thread from others, until all tasks of all
 * threads, those that tasks started included, have run. */
void upcx_tasks_end(void);

/* Starts function(argument) on `thread`, or on any thread. The first `bytes` of argument are
 * copied. A task for the calling thread or for any runs before the call returns if its queue is
 * full or in use by a thief. If another thread's queue is full, the call runs the caller's own
 * tasks until there is room, so that thread must come to a call that runs tasks. */
void upcx_task_start(int thread, upcx_task_function_t *function, const void *argument,
                     size_t bytes);

/* The same with a handle, which upcx_task_wait must close in the task, or the main program, that
 * called this. */
upcx_task_t upcx_task_start_handle(int thread, upcx_task_function_t *function, const void *argument,
                                   size_t bytes);

/* 1 if the task has run. Runs no task itself. */
int upcx_task_test(upcx_task_t task);

/* Runs tasks until this one has run, copies the first `bytes` of its result, at most
 * UPCX_TASK_RESULT_MAX, and closes the handle. */
void upcx_task_wait(upcx_task_t task, void *result, size_t bytes);

/* Opens a group of the task, or the main program, that calls it. The group's tasks are those that
 * the caller starts by upcx_task_start until it ends the group, and all that these start by
 * upcx_task_start, and so on. Tasks with a handle, and those that they start, do not belong to it.
 * Groups nest: a task belongs to the innermost. */
void upcx_task_group_begin(void);

/* Runs tasks until all of the caller's innermost group have run. A task ends its groups before it
 * ends, a main program before upcx_tasks_end. */
void upcx_task_group_end(void);

/* Runs one waiting task of the calling thread's queues, if there is one: 1, else 0. */
int upcx_tasks_progress(void);

#endif
