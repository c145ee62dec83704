/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks of <upcx_tasks.h>.
 *
 * Each thread has an area at the same offset of every segment: two rings of waiting tasks and the
 * places of its handles. A ring is changed under its lock, by threads that have it mapped, or by a
 * handler for the others. Nobody waits for such a lock inside a handler: the request fails, and the
 * caller tries again. Termination is in scope.c. */
#ifndef UPCR_TASKS_TASKS_H
#define UPCR_TASKS_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>
#include <upcx_tasks.h>

#include "../base/atomics.h"
#include "../base/wait_note.h"

struct upcr_task {
  uint64_t function; /* bytes from the start of the executable, which has another address in each
                        process that the system placed itself */
  uint64_t done;     /* pointer-to-shared of the starter's struct upcr_task_place; 0: no handle */
  uint64_t argument[UPCX_TASK_ARGUMENT_MAX / 8];
};

/* Where a task's end is told. Its starter alone opens and closes it. */
struct upcr_task_place {
  uint64_t result[UPCX_TASK_RESULT_MAX / 8];
  uint64_t is_done; /* written with release after the result, read with acquire */
};

/* Waiting tasks [taken, put) of a thread, modulo 2^32. */
struct upcr_task_ring {
  _Alignas(64) uint32_t busy; /* 1: locked */
  uint32_t capacity;
  uint32_t taken, put;
  struct upcr_task task[];
};

enum upcr_task_kind { UPCR_TASK_OWN, UPCR_TASK_ANY, UPCR_TASK_KINDS };

/* The scope that the calling thread is in. */
struct upcr_task_scope {
  bool is_open;
  size_t capacity;
  upcr_pts_t block, area;  /* thread 0's: what was allocated; in it the rings, then the places */
  uint64_t started, ended; /* tasks that this thread started; that it ran to their end */
  uint64_t frame, frames;  /* number of the running task, 0: main; of the last one that began */
  struct upcr_task_open {  /* [capacity], for each place */
    uint32_t number;       /* changes when a handle is closed, so that a stale one is known */
    int next;              /* of the free ones; -1: the last */
    uint64_t frame;        /* that opened it */
    bool is_open;
  } * open;
  int free_place, handles;
};
extern UPCR_PER_THREAD struct upcr_task_scope upcr_task_scope;

size_t upcr_task_ring_bytes(size_t capacity);

/* The ring of a kind of a thread; its place. */
upcr_pts_t upcr_task_ring(int thread, enum upcr_task_kind kind);
upcr_pts_t upcr_task_place(int place);

/* Appends the task; false if the ring is full or was locked just now. */
bool upcr_task_put(upcr_pts_t ring, const struct upcr_task *task);

/* Takes the oldest task, or the newest; false if there is none or the ring was locked just now. */
enum upcr_task_end { UPCR_TASK_OLDEST, UPCR_TASK_NEWEST };
bool upcr_task_take(upcr_pts_t ring, enum upcr_task_end end, struct upcr_task *task);

/* Takes a waiting task from the calling thread's rings. */
bool upcr_task_take_own(struct upcr_task *task);

/* Runs the task in the calling thread, and tells its end. */
void upcr_task_run(const struct upcr_task *task);

/* A loop in which the calling thread finds no task to run, for the reports of jobs that hang: 0 at
 * first. upcr_task_idle polls, and says what the thread waits in once that takes long. */
struct upcr_task_search {
  unsigned vain;
  struct upcr_wait_reason outer; /* that of the wait around it */
};
void upcr_task_idle(struct upcr_task_search *search, const char *what);
void upcr_task_found(struct upcr_task_search *search);

/* Ends the job unless the calling thread is in a scope. */
void upcr_task_check_scope(const char *what);

void upcx_tasks_begin(size_t capacity);
void upcx_tasks_end(void);
void upcx_task_start(int thread, upcx_task_function_t *function, const void *argument,
                     size_t bytes);
upcx_task_t upcx_task_start_handle(int thread, upcx_task_function_t *function, const void *argument,
                                   size_t bytes);
int upcx_task_test(upcx_task_t task);
void upcx_task_wait(upcx_task_t task, void *result, size_t bytes);
int upcx_tasks_progress(void);

#endif
