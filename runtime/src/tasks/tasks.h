/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks of <upcx_tasks.h>.
 *
 * Each thread has an area at the same offset of every segment: the state of its rest, an inbox of
 * tasks for the thread, a ring of tasks for any, and the places of its handles. Termination is in
 * scope.c. */
#ifndef UPCR_TASKS_TASKS_H
#define UPCR_TASKS_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>
#include <upcx_tasks.h>

#include "../base/atomics.h"
#include "../base/wait.h"

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

/* Waiting tasks for its owner (task_inbox.c). Behind the tasks a byte for each: 1 if the slot is
 * full. */
struct upcr_task_inbox {
  _Alignas(64) uint64_t room; /* slots that are neither full nor reserved */
  uint64_t put;               /* tickets drawn */
  uint64_t next;              /* the slot that the owner looks at */
  uint64_t capacity;          /* constant */
  struct upcr_task task[];
};

/* Waiting tasks of its owner for any thread (task_ring.c), from slot `oldest` on. */
struct upcr_task_ring {
  _Alignas(64) uint32_t busy; /* 1: locked */
  size_t capacity, oldest, waiting;
  struct upcr_task task[];
};

/* Whether its owner rests (task_rest.c). */
struct upcr_task_rest {
  _Alignas(64) uint32_t rests; /* 1: the owner rests, and nobody has called it */
  /* Of the threads whose first one the owner is (first_near): how many rest; 1 if one is scout. */
  uint32_t resting, has_scout;
};

/* The scope that the calling thread is in. */
struct upcr_task_scope {
  bool is_open;
  size_t capacity;
  upcr_pts_t block, area;        /* thread 0's: what was allocated; in it rest, inbox, ring,
                                    places */
  struct upcr_task_inbox *inbox; /* the thread's own */
  struct upcr_task_ring *ring;
  uint64_t started, ended; /* tasks that this thread started; that it ran to their end */
  uint64_t sent, stolen;   /* put into inboxes that are not mapped; taken from others' rings */
  uint64_t frame, frames;  /* number of the running task, 0: main; of the last one that began */
  struct upcr_task_open {  /* [capacity], for each place */
    uint32_t number;       /* changes when a handle is closed, so that a stale one is known */
    int next;              /* of the free ones; -1: the last */
    uint64_t frame;        /* that opened it */
    bool is_open;
  } * open;
  int free_place, handles;
  int first_near; /* first of the threads whose memory is mapped */
  bool all_near;  /* all of them are */
  bool is_scout;
  uint32_t *credits; /* [THREADS], for puts into inboxes */
};
extern UPCR_PER_THREAD struct upcr_task_scope upcr_task_scope;

/* Bytes of an inbox and of a ring for `capacity` tasks; sets one up in memory of that size. */
size_t upcr_task_inbox_bytes(size_t capacity);
size_t upcr_task_ring_bytes(size_t capacity);
void upcr_task_inbox_set(struct upcr_task_inbox *inbox, size_t capacity);
void upcr_task_ring_set(struct upcr_task_ring *ring, size_t capacity);

/* Where they are, of any thread; a place of the calling one. */
upcr_pts_t upcr_task_rest(int thread);
upcr_pts_t upcr_task_inbox(int thread);
upcr_pts_t upcr_task_ring(int thread);
upcr_pts_t upcr_task_place(int place);

/* Appends the task; false if the inbox is full. Usually does not wait for a thread of another
 * node. */
bool upcr_task_inbox_put(upcr_pts_t inbox, const struct upcr_task *task);

/* Takes the oldest task of the caller's own inbox; false if there is none. */
bool upcr_task_inbox_take(struct upcr_task_inbox *inbox, struct upcr_task *task);
bool upcr_task_inbox_has(const struct upcr_task_inbox *inbox);

/* Appends a task to the caller's own ring, or takes its newest; false if it is full, or empty, or
 * was locked just now. */
bool upcr_task_ring_put(struct upcr_task_ring *ring, const struct upcr_task *task);
bool upcr_task_ring_take(struct upcr_task_ring *ring, struct upcr_task *task);

/* A hint whether any thread's ring has a task. */
bool upcr_task_ring_has(const struct upcr_task_ring *ring);

/* Takes an old task of another thread's ring; false if there is none or the ring was locked just
 * now. If the ring is not mapped, takes half of its tasks, the others into the caller's ring. */
bool upcr_task_steal(upcr_pts_t ring, struct upcr_task *task);

/* Takes a waiting task from the calling thread's queues. */
bool upcr_task_take_own(struct upcr_task *task);

/* The rest of a thread that finds no task. Between begin and end the thread waits for a call, a
 * task in its inbox, a task in a ring that it has mapped, the place of the scout, or the end of a
 * wave. */
void upcr_task_rest_set(void);
void upcr_task_rest_begin(void);
void upcr_task_rest_end(void);
bool upcr_task_rest_is_over(void);

/* True if no thread needs to ask those whose memory is not mapped: there are none, or another one
 * is the scout that does so. Otherwise the calling thread is the scout from now on. */
bool upcr_task_has_scout(void);

/* To be called by a thread that runs a task next: ends its being scout. `rested`: it has rested
 * since it ran one. Calls another thread if there is work for one. */
void upcr_task_pass_on(bool rested);

/* Calls a thread that rests, if there is one whose memory is mapped. After a full fence that
 * follows the task. */
void upcr_task_call(void);

/* Runs the task in the calling thread, and tells its end. */
void upcr_task_run(const struct upcr_task *task);

/* A loop in which the calling thread finds no task to run: 0 at first. upcr_task_idle polls; once
 * the loop takes long, it gives the reports of jobs that hang the reason, and returns true. */
struct upcr_task_search {
  unsigned vain;
  struct upcr_wait_reason outer; /* that of the wait around it */
};
bool upcr_task_idle(struct upcr_task_search *search, struct upcr_wait_reason reason);
void upcr_task_found(struct upcr_task_search *search);

/* Ends the job unless the calling thread is in a scope. */
void upcr_task_check_scope(const char *what);

/* The functions of <upcx_tasks.h> as C sees them. */
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
