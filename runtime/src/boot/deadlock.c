/* SPDX-License-Identifier: Apache-2.0 */
/* The proof. A set of threads is *stuck* if each of them waits for an event that only another
 * thread of the set can cause. In a lock that is the thread that holds it; in a barrier a thread
 * that has not arrived; for a count (of a semaphore) any thread, so such a thread is stuck only if
 * all others are stuck or have ended; in upcx_tasks_end a thread that has not entered it. None of
 * them can leave its wait before another does, so none ever does. A thread in upcx_tasks_end may
 * run tasks, which may release a lock or raise a count, but not arrive at a barrier: so it counts
 * as free for those that wait for a lock or a count.
 *
 * This must hold for all of them at one moment. If two readings of a thread's note give the same
 * turn, the thread was in one wait all the time between (base/wait.h). So the supervisor reads all
 * notes; then the holders of the locks, and the barriers arrived at; then all notes again. A stuck
 * thread did not run in between, so it released no lock and arrived at no barrier: what was read of
 * it held from the first reading to the second. In particular a stuck thread that holds a lock held
 * it throughout: another thread could hand it only the lock that it waits for, and a thread that
 * already holds that lock is not stuck. When a count is read as too low, the stuck threads, and
 * those that were read as ended before, can raise it no more. models/deadlock.pml checks it.
 *
 * The first reading is that of the previous check, so the rest is done only for threads that wait
 * long. A program's own pthreads may call UPC functions for a waiting UPC thread: in a process with
 * more pthreads than UPC threads no thread counts as stuck.
 *
 * In a job of several nodes the hub asks all supervisors for the notes, then for the holders and
 * arrivals, then for the notes again. It begins each step after all nodes have answered the
 * previous one. But a waiting thread's action, such as a post to another node, may still be under
 * way. A request is recorded in `under_way` until it is answered, so until it was carried out. That
 * word is read after the note and the thread's state: if it was 0 and the thread stayed in its
 * wait, the thread has nothing under way until the second reading of its note. A thread with a
 * request under way does not count as stuck. Messages of the barrier need no such care: arrivals
 * are read on the node where the thread arrived. models/deadlock_nodes.pml checks it. */
#define _GNU_SOURCE
#include "watchdog.h"

#include <stdlib.h>
#include <string.h>

#include "../mem/segment.h"
#include "query.h"
#include "boot.h"
#include "stack.h"

/* Read on the thread's node in the first and the last step. */
struct note {
  uint32_t turn; /* odd: it could not be read */
  int32_t kind;  /* of a wait that others end, or UPCR_WAIT_OTHER */
  uint64_t object, need;
  int32_t waits, running, ended, sends; /* truth values; sends: it has requests under way */
  int32_t exit_status;                  /* of a thread that has ended */
};

/* Read in the middle step. */
struct standing {
  uint32_t arrived, tasks_ends; /* barriers arrived at; upcx_tasks_end calls entered */
  int32_t helped;               /* its process has pthreads of the program */
};

/* The object that a thread waits for, also read in the middle step, on the object's node. */
struct object {
  int32_t thread, kind; /* the waiter */
  uint64_t at, need;
  int32_t holder;   /* of the lock, -1: none */
  int32_t is_short; /* the count is too low */
};

struct waiter {
  uint32_t turn; /* at the previous check; odd: not in a wait that others end */
  struct note note;
  struct standing standing;
  bool stuck, ended;
  int holder;
  bool is_short;
};

enum state { IDLE, FIRST, BETWEEN, LAST }; /* the answers that the hub waits for */

struct upcr_deadlock {
  int threads;
  enum state state;
  struct note *notes;         /* [threads] */
  struct standing *standings; /* [threads] */
  struct object *objects;     /* [threads] */
  int object_count;
  struct waiter waiter[];
};

struct upcr_deadlock *upcr_deadlock_new(int threads) {
  size_t n = (size_t)threads;
  struct upcr_deadlock *deadlock = calloc(1, sizeof *deadlock + n * sizeof *deadlock->waiter);
  if (!deadlock)
    return 0;
  deadlock->threads = threads;
  deadlock->notes = calloc(n, sizeof *deadlock->notes);
  deadlock->standings = calloc(n, sizeof *deadlock->standings);
  deadlock->objects = calloc(n, sizeof *deadlock->objects);
  for (int t = 0; t < threads; t++)
    deadlock->waiter[t].turn = 1;
  if (deadlock->notes && deadlock->standings && deadlock->objects)
    return deadlock;
  free(deadlock->notes), free(deadlock->standings), free(deadlock->objects), free(deadlock);
  return 0;
}

/* ---- what a node reads ---- */

static struct note read_note(int thread) {
  const struct upcr_job_thread *self = &upcr_job->thread[thread];
  struct upcr_wait_seen seen;
  struct note note = {.turn = 1};
  if (upcr_wait_look(&self->wait, &seen))
    note = (struct note){.turn = seen.turn,
                         .kind = (int)seen.kind,
                         .object = seen.object,
                         .need = seen.need,
                         .waits = seen.what != 0};
  int state = atomic_load_explicit(&self->state, memory_order_acquire);
  note.sends =
      atomic_load_explicit(&self->under_way, memory_order_acquire) != 0; /* last: see above */
  note.running = state == UPCR_STATE_RUNNING;
  note.ended = state >= UPCR_STATE_FINISHED;
  note.exit_status = note.ended ? self->exit_status & 0xff : 0;
  return note;
}

/* A pointer to no object, such as a freed semaphore, counts as high enough. */
static bool is_count_short(const struct object *object) {
  uint64_t offset = upcr_pts_offset(object->at);
  if (offset < upcr_job->heap_base || offset >= upcr_job->heap_end)
    return false;
  const uint64_t *count = (const uint64_t *)(const void *)upcr_segment_address(object->at);
  return __atomic_load_n(count, __ATOMIC_ACQUIRE) < object->need;
}

/* The objects on this node. */
static void read_objects(struct object *objects, int count) {
  for (int i = 0; i < count; i++) {
    struct object *o = &objects[i];
    if (upcr_thread(o->at) >= (uint64_t)upcr_job->config.threads ||
        !upcr_in_node((int)upcr_thread(o->at)))
      continue;
    if (o->kind == UPCR_WAIT_LOCK)
      o->holder = upcr_core_examine_lock(o->at).holder;
    else
      o->is_short = is_count_short(o);
  }
}

/* True if other pthreads may act for the process's UPC threads. The runtime's own helpers (net/) do
 * not. */
static bool has_others(int process) {
  const int *first = upcr_boot.layout.first;
  int pid = atomic_load(&upcr_job->thread[first[process]].pid);
  int helpers = (upcr_job->config.pshm_width != 0 && upcr_boot.layout.processes > 1) +
                upcr_boot_stack_helpers(first[process]);
  return upcr_boot_tasks_of(pid) > first[process + 1] - first[process] + helpers;
}

static void read_helped(struct standing *standings) {
  int end, begin = upcr_boot_own_processes(&upcr_boot.layout, &end);
  for (int p = begin; p < end; p++) {
    bool helped = has_others(p);
    for (int t = upcr_boot.layout.first[p]; t < upcr_boot.layout.first[p + 1]; t++)
      standings[t].helped = helped;
  }
}

static void read_notes(struct note *notes) {
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    notes[t] = read_note(t);
}

static void read_standings(struct standing *standings) {
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++) {
    const struct upcr_job_thread *thread = &upcr_job->thread[t];
    standings[t].arrived = atomic_load_explicit(&thread->notified, memory_order_acquire);
    standings[t].tasks_ends = atomic_load_explicit(&thread->tasks_ends, memory_order_acquire);
  }
}

/* ---- the proof ---- */

static bool may_be_stuck(const struct note *note) {
  return note->turn % 2 == 0 && note->waits && note->running && !note->sends &&
         note->kind != UPCR_WAIT_OTHER;
}

/* Chooses the threads that are in the same wait as at the previous check, if others end it. Lists
 * what they wait for; returns their number. */
static int choose_waiters(struct upcr_deadlock *d) {
  int waiting = 0;
  d->object_count = 0;
  for (int t = 0; t < d->threads; t++) {
    struct waiter *w = &d->waiter[t];
    uint32_t before = w->turn;
    w->note = d->notes[t];
    w->turn = may_be_stuck(&w->note) ? w->note.turn : 1;
    w->ended = w->note.ended && !w->note.sends;
    waiting += w->stuck = w->turn % 2 == 0 && w->turn == before;
    if (w->stuck && (w->note.kind == UPCR_WAIT_LOCK || w->note.kind == UPCR_WAIT_COUNT))
      d->objects[d->object_count++] = (struct object){.thread = t,
                                                      .kind = w->note.kind,
                                                      .at = w->note.object,
                                                      .need = w->note.need,
                                                      .holder = -1};
  }
  return waiting;
}

static void note_what_is_missing(struct upcr_deadlock *d) {
  for (int t = 0; t < d->threads; t++) {
    d->waiter[t].standing = d->standings[t];
    d->waiter[t].holder = -1;
    d->waiter[t].is_short = false;
  }
  for (int i = 0; i < d->object_count; i++) {
    const struct object *o = &d->objects[i];
    if (o->kind == UPCR_WAIT_LOCK)
      d->waiter[o->thread].holder = o->holder;
    else
      d->waiter[o->thread].is_short = o->is_short != 0;
  }
}

/* Adopts the smaller counts, modulo 2^32. */
static void lower_to(struct standing *fewest, const struct standing *other) {
  if ((int32_t)(other->arrived - fewest->arrived) < 0)
    fewest->arrived = other->arrived;
  if ((int32_t)(other->tasks_ends - fewest->tasks_ends) < 0)
    fewest->tasks_ends = other->tasks_ends;
}

/* The fewest barriers, and the fewest ends of tasks, that a stuck thread has come to. */
static struct standing fewest_of_stuck(const struct upcr_deadlock *d) {
  bool any = false;
  struct standing fewest = {0};
  for (int t = 0; t < d->threads; t++) {
    if (!d->waiter[t].stuck)
      continue;
    if (!any)
      fewest = d->waiter[t].standing;
    lower_to(&fewest, &d->waiter[t].standing);
    any = true;
  }
  return fewest;
}

/* A stuck thread that runs no tasks. */
static bool acts_no_more(const struct waiter *waiter) {
  return waiter->stuck && waiter->note.kind != UPCR_WAIT_TASKS;
}

/* Threads that may still act. */
static int count_free(const struct upcr_deadlock *d) {
  int count = 0;
  for (int t = 0; t < d->threads; t++)
    count += !acts_no_more(&d->waiter[t]) && !d->waiter[t].ended;
  return count;
}

/* `fewest` of the stuck threads; `free` threads. */
static bool waits_for_stuck(const struct upcr_deadlock *d, int t, const struct standing *fewest,
                            int free) {
  const struct waiter *waiter = &d->waiter[t];
  switch (waiter->note.kind) {
  case UPCR_WAIT_COUNT:
    return waiter->is_short && free == 0;
  case UPCR_WAIT_LOCK:
    return waiter->holder >= 0 && waiter->holder != t && acts_no_more(&d->waiter[waiter->holder]);
  case UPCR_WAIT_TASKS:
    return (int32_t)(fewest->tasks_ends - waiter->standing.tasks_ends) < 0;
  default:
    return (int32_t)(fewest->arrived - waiter->standing.arrived) < 0;
  }
}

/* Removes threads that a thread outside the set may help, until none is left to remove. */
static int remove_movable(struct upcr_deadlock *d) {
  int count, removed;
  do {
    struct standing fewest = fewest_of_stuck(d);
    int free = count_free(d);
    count = removed = 0;
    for (int t = 0; t < d->threads; t++) {
      if (!d->waiter[t].stuck)
        continue;
      count++;
      if (!waits_for_stuck(d, t, &fewest, free)) {
        d->waiter[t].stuck = false;
        removed++;
      }
    }
  } while (removed > 0);
  return count;
}

static void leave_out_helped(struct upcr_deadlock *d) {
  for (int t = 0; t < d->threads; t++)
    if (d->standings[t].helped)
      d->waiter[t].stuck = d->waiter[t].ended = false;
}

static void leave_out_moved(struct upcr_deadlock *d) {
  for (int t = 0; t < d->threads; t++)
    if (d->notes[t].turn != d->waiter[t].note.turn)
      d->waiter[t].stuck = false;
}

/* ---- one node ---- */

/* Asks for other pthreads of a process only if the answer matters. */
static int prove_on_one_node(struct upcr_deadlock *d) {
  read_notes(d->notes);
  if (choose_waiters(d) == 0)
    return 0;
  read_objects(d->objects, d->object_count);
  read_standings(d->standings);
  note_what_is_missing(d);
  if (remove_movable(d) == 0)
    return 0;
  read_helped(d->standings);
  leave_out_helped(d);
  if (remove_movable(d) == 0)
    return 0;
  read_notes(d->notes);
  leave_out_moved(d);
  return remove_movable(d);
}

/* ---- several: a node's answer has its threads' part of a table; OBJECTS' then all objects,
 * filled in where they lie there ---- */

static size_t own_bytes(int node, size_t each) {
  const int *first = upcr_job->config.node_first;
  return (size_t)(first[node + 1] - first[node]) * each;
}

/* Puts the nodes' parts into table[threads]; false if an answer is none. */
static bool gather(enum upcr_topic topic, void *table, size_t each) {
  for (int node = 1; node < upcr_job->config.nodes; node++) {
    size_t n, part = own_bytes(node, each);
    const void *answer = upcr_query_answer(topic, node, &n);
    if (!answer || n < part)
      return false;
    memcpy((char *)table + (size_t)upcr_job->config.node_first[node] * each, answer, part);
  }
  return true;
}

static void query_notes(struct upcr_deadlock *d, enum state state) {
  d->state = state;
  upcr_query(UPCR_QUERY_NOTES, 0, 0);
  read_notes(d->notes);
}

static void query_objects(struct upcr_deadlock *d) {
  d->state = BETWEEN;
  upcr_query(UPCR_QUERY_OBJECTS, d->objects, (size_t)d->object_count * sizeof *d->objects);
  read_objects(d->objects, d->object_count);
  read_standings(d->standings);
  read_helped(d->standings);
}

static int node_of(uint64_t pointer) {
  int node = 0, thread = (int)upcr_thread(pointer);
  while (node + 1 < upcr_job->config.nodes && upcr_job->config.node_first[node + 1] <= thread)
    node++;
  return node;
}

static bool gather_objects(struct upcr_deadlock *d) {
  size_t n;
  if (!gather(UPCR_QUERY_OBJECTS, d->standings, sizeof *d->standings))
    return false;
  for (int i = 0; i < d->object_count; i++) {
    int node = node_of(d->objects[i].at);
    size_t part = own_bytes(node, sizeof *d->standings) + (size_t)i * sizeof *d->objects;
    const char *answer = node == 0 ? 0 : upcr_query_answer(UPCR_QUERY_OBJECTS, node, &n);
    if (node != 0 && n < part + sizeof *d->objects)
      return false;
    if (node != 0)
      memcpy(&d->objects[i], answer + part, sizeof *d->objects);
  }
  return true;
}

/* Begins the next step when all nodes have answered. */
static int begin_next_step(struct upcr_deadlock *d) {
  enum upcr_topic topic = d->state == BETWEEN ? UPCR_QUERY_OBJECTS : UPCR_QUERY_NOTES;
  enum state state = d->state;
  if (!upcr_query_answered(topic))
    return 0;
  d->state = IDLE;
  if (state == BETWEEN) {
    if (!gather_objects(d))
      return 0;
    note_what_is_missing(d);
    leave_out_helped(d);
    if (remove_movable(d) > 0)
      query_notes(d, LAST);
    return 0;
  }
  if (!gather(UPCR_QUERY_NOTES, d->notes, sizeof *d->notes))
    return 0;
  if (state == LAST) {
    leave_out_moved(d);
    return remove_movable(d);
  }
  if (choose_waiters(d) > 0)
    query_objects(d);
  return 0;
}

int upcr_deadlock_look(struct upcr_deadlock *d) {
  if (!upcr_has_nodes())
    return prove_on_one_node(d);
  if (d->state == IDLE)
    query_notes(d, FIRST);
  return 0;
}

int upcr_deadlock_go_on(struct upcr_deadlock *d) {
  return d->state == IDLE ? 0 : begin_next_step(d);
}

char *upcr_deadlock_threads(const struct upcr_deadlock *d) {
  char *text = 0;
  size_t n;
  int *stuck = malloc((size_t)d->threads * sizeof *stuck);
  FILE *out = stuck ? open_memstream(&text, &n) : 0;
  for (int t = 0; stuck && t < d->threads; t++)
    stuck[t] = d->waiter[t].stuck;
  if (out) {
    upcr_hang_print_numbers(out, stuck, 1, d->threads);
    fclose(out);
  }
  free(stuck);
  return text;
}

int upcr_deadlock_exit_status(const struct upcr_deadlock *d) {
  int highest = 0;
  for (int t = 0; t < d->threads; t++)
    if (d->notes[t].exit_status > highest)
      highest = d->notes[t].exit_status;
  return highest;
}

bool upcr_deadlock_all_wait(const struct upcr_deadlock *d, uint64_t *progress) {
  int waiting = 0;
  *progress = 0;
  for (int t = 0; t < d->threads; t++) {
    const struct note *note = &d->notes[t];
    if (note->turn % 2 != 0 || !note->waits)
      return false;
    *progress += note->turn;
    waiting += note->running;
  }
  return waiting > 0;
}

static void answer_notes(void) {
  size_t n;
  if (!upcr_query_question(UPCR_QUERY_NOTES, &n))
    return;
  struct note *notes = calloc((size_t)upcr_job->config.threads, sizeof *notes);
  if (notes)
    read_notes(notes);
  upcr_query_reply(UPCR_QUERY_NOTES, notes ? &notes[upcr_job->config.first] : 0,
                   notes ? own_bytes(upcr_job->config.node, sizeof *notes) : 0);
  free(notes);
}

static void answer_objects(void) {
  size_t n, part = own_bytes(upcr_job->config.node, sizeof(struct standing));
  const void *asked = upcr_query_question(UPCR_QUERY_OBJECTS, &n);
  if (!asked)
    return;
  struct standing *standings = calloc((size_t)upcr_job->config.threads, sizeof *standings);
  struct object *objects = malloc(n ? n : 1);
  char *answer = malloc(part + n);
  bool room = standings && objects && answer;
  if (room) {
    memcpy(objects, asked, n);
    read_objects(objects, (int)(n / sizeof *objects));
    read_standings(standings);
    read_helped(standings);
    memcpy(answer, &standings[upcr_job->config.first], part);
    memcpy(answer + part, objects, n);
  }
  upcr_query_reply(UPCR_QUERY_OBJECTS, answer, room ? part + n : 0);
  free(standings), free(objects), free(answer);
}

void upcr_deadlock_answer(void) {
  answer_notes();
  answer_objects();
}
