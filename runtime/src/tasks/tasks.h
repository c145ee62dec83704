/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks of <upcx_tasks.h>.
 *
 * Each thread has an area at the same offset of every segment: the state of its rest, an inbox of
 * tasks for the thread, a ring of tasks for any, and the places of its handles and groups.
 *
 * Levels: a main program is at level 0, a task one above its starter, and above the frame that it
 * runs on. A thread that waits in a frame steals only tasks of higher levels (depth-restricted
 * work stealing: J. Sukha, SPAA 2009), so that its stack is not filled with strangers' waits. */
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
  uint64_t head; /* one word, since a load does not take two stores from the store buffer. From bit
                    0 on: bytes of the function from the start of the executable, which has another
                    address in each process that the system placed itself; 32: level; 63: 1 if the
                    task is in a group */
  uint64_t done; /* pointer-to-shared of its place; 0: it has neither a handle nor a group */
  uint64_t argument[UPCX_TASK_ARGUMENT_MAX / 8];
};

#define UPCR_TASK_IN_GROUP (UINT64_C(1) << 63)

static inline uint32_t upcr_task_level(const struct upcr_task *task) {
  return (uint32_t)(task->head >> 32) & 0x7fffffff;
}

/* Notified of the end of a task with a handle, or of the ends of a group's tasks. Their starter
 * alone opens and closes it. */
struct upcr_task_place {
  uint64_t result[UPCX_TASK_RESULT_MAX / 8]; /* a handle's */
  uint64_t ended; /* tasks; raised with release after the result, read with acquire */
};

/* Waiting tasks for its owner (task_inbox.c). Behind the tasks a byte for each: 1 if the slot is
 * full. */
struct upcr_task_inbox {
  _Alignas(64) uint64_t room; /* slots that are neither full nor reserved */
  uint64_t put;               /* tickets drawn */
  uint64_t next;              /* the slot that the owner reads next */
  uint64_t capacity;          /* constant */
  struct upcr_task task[];
};

/* Waiting tasks of its owner for any thread (task_ring.c), from slot `oldest` on. */
struct upcr_task_ring {
  _Alignas(64) uint32_t busy; /* 1: locked */
  uint32_t level;             /* of the oldest task; 0: there is none. A hint without the lock */
  size_t capacity, oldest, waiting;
  struct upcr_task task[];
};

/* Whether its owner rests (task_rest.c). */
struct upcr_task_rest {
  _Alignas(64) uint32_t rests; /* 1 + the owner's level while it rests, uncalled; else 0 */
  /* Of the threads whose first one the owner is (first_near): how many rest; 1 if one is scout. */
  uint32_t resting, has_scout;
};

/* A task that runs, or the main program. */
struct upcr_task_frame {
  uint64_t number; /* 0: main */
  uint32_t level;
  int group;    /* place of the innermost open group of the frame; -1: none */
  int implicit; /* of the group of all that a group's task starts outside groups of its own; -1 */
  bool in_group;
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
  struct upcr_task_frame main, *frame; /* the main program's; the running one, on the stack */
  uint64_t frames;                     /* number of the last one that began */
  struct upcr_task_open {              /* [capacity], for each place */
    uint32_t number; /* changes when a handle is closed, so that a stale one is known */
    int next;        /* of the free ones; -1: the last */
    uint64_t frame;  /* that opened it */
    uint64_t tasks;  /* whose ends the place is notified of */
    int outer;       /* of a group: the frame's group around it, or -1 */
    bool is_open;
  } * open;
  upcr_pts_t own_places;         /* pointer-to-shared of `place` */
  struct upcr_task_place *place; /* [capacity], the thread's own */
  int free_place, places;        /* places: open ones */
  int first_near;                /* first of the threads whose memory is mapped */
  bool all_near;                 /* all of them are */
  bool is_scout;
  uint32_t *credits; /* [THREADS], for puts into inboxes */
};
extern UPCR_PER_THREAD struct upcr_task_scope upcr_task_scope;

/* Bytes of an inbox and of a ring for `capacity` tasks; sets one up in memory of that size. */
size_t upcr_task_inbox_bytes(size_t capacity);
size_t upcr_task_ring_bytes(size_t capacity);
void upcr_task_inbox_set(struct upcr_task_inbox *inbox, size_t capacity);
void upcr_task_ring_set(struct upcr_task_ring *ring, size_t capacity);

/* Where they are, of any thread. */
upcr_pts_t upcr_task_rest(int thread);
upcr_pts_t upcr_task_inbox(int thread);
upcr_pts_t upcr_task_ring(int thread);
upcr_pts_t upcr_task_places(int thread);

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

/* A hint: the level of the oldest task of any thread's ring; 0: there is none. */
uint32_t upcr_task_ring_level(const struct upcr_task_ring *ring);

/* Takes the oldest task of another thread's ring; false if there is none, if it is not above the
 * caller's level, or if the ring was locked just now. If the ring is not mapped, takes up to half
 * of its tasks, the others into the caller's ring. */
bool upcr_task_steal(upcr_pts_t ring, struct upcr_task *task);

/* Takes a waiting task from the calling thread's queues. */
bool upcr_task_take_own(struct upcr_task *task);

/* The rest of a thread that finds no task. Between begin and end the thread waits for a call, a
 * task in its inbox, a task in a ring that it has mapped, the place of the scout, or the end of its
 * search. */
void upcr_task_rest_set(void);
void upcr_task_rest_begin(void);
void upcr_task_rest_end(void);
bool upcr_task_rest_is_over(void);

/* True if the caller need not ask threads whose memory is not mapped: there are none, another one
 * is the scout that does so, or a task waits in the caller. Otherwise it is the scout from now
 * on. */
bool upcr_task_has_scout(void);

/* To be called by a thread that runs a task next, or ends its search: ends its being scout.
 * `rested`: it has rested since it ran one. Calls another thread if there is work for one. */
void upcr_task_pass_on(bool rested);

/* Calls a thread that rests below the level, if there is one whose memory is mapped. After a full
 * fence that follows the task. */
void upcr_task_call(uint32_t level);

/* Runs the task in the calling thread, and notifies its place. */
void upcr_task_run(const struct upcr_task *task);

/* A loop that runs tasks until something else has happened (task_search.c). The caller sets the
 * first three fields. */
struct upcr_task_search {
  struct upcr_wait_reason reason;
  upcr_condition *is_over; /* what ends the loop; 0: the loop does not rest */
  void *arg;
  unsigned vain;                 /* polls since the last task, up to a limit */
  int near_tries, next_far;      /* vain rounds over mapped threads; number that a far try needs */
  bool rested;                   /* since the last task */
  struct upcr_wait_reason outer; /* that of the wait around it */
};

/* Takes a task that the caller runs next: of its own queues, or of another thread's ring. */
bool upcr_task_find(struct upcr_task_search *search, struct upcr_task *task);

/* For a caller that found no task: polls; once the loop takes long, gives the reports of jobs that
 * hang the reason, and rests. */
void upcr_task_idle(struct upcr_task_search *search);

/* To be called after upcr_task_idle by a caller that does something else. */
void upcr_task_search_end(struct upcr_task_search *search);

/* Places (task_place.c): the pointer-to-shared of one. Opens one for the calling frame; says if
 * all its tasks have ended; runs tasks until they have, which is the caller's upc_fence with their
 * writes; closes it. */
static inline upcr_pts_t upcr_task_place_shared(int place) {
  return upcr_task_scope.own_places + (size_t)place * sizeof(struct upcr_task_place);
}
int upcr_task_place_open(const char *what);
bool upcr_task_place_is_over(int place);
void upcr_task_place_wait(int place, const char *what);
void upcr_task_place_close(int place);

/* Notifies its place of the task's end, after a fence. */
void upcr_task_notify_end(const struct upcr_task *task, uint64_t *result);

/* Adds a task that the calling frame starts to the frame's group, for a frame that has one or is in
 * one (task_group.c). */
void upcr_task_group_add(struct upcr_task *task);

/* To be called at the end of a task with an open group, in its frame: waits for an implicit one. */
void upcr_task_group_leave(void);

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
void upcx_task_group_begin(void);
void upcx_task_group_end(void);
int upcx_tasks_progress(void);

#endif
