/* SPDX-License-Identifier: Apache-2.0 */
#include "scheduler.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "../base/atomics.h"
#include "../base/system.h"
#include "../base/log.h"
#include "sim.h"

/* QUEUED: in the heap of threads for its event `pending` alone. AWAITING: asleep until its own
 * reply. */
enum state { ABSENT, READY, QUEUED, RUNNING, ASLEEP, AWAITING, GONE };

struct actor {
  _Atomic uint32_t baton; /* 1: it is this thread's turn */
  enum state state;
  bool rung; /* while it did not sleep */
  int64_t clock;
  struct upcr_sim_event *pending; /* 0: none */
};

/* A binary heap of threads by clock and number, and one of events by time and number. */
static struct {
  int threads, left;
  _Atomic int arrived;
  struct actor *actor;
  int *ready, ready_count;
  struct upcr_sim_event **event;
  size_t events, events_room;
  uint64_t added;
  bool in_event;
  int64_t event_time; /* valid in_event */
  bool stuck;
} scheduler;

static UPCR_PER_THREAD int self;

int upcr_sim_scheduler_create(int threads) {
  free(scheduler.actor);
  free(scheduler.ready);
  scheduler.left = 0;
  scheduler.stuck = false;
  atomic_store_explicit(&scheduler.arrived, 0, memory_order_relaxed);
  scheduler.threads = threads;
  scheduler.actor = calloc((size_t)threads, sizeof *scheduler.actor);
  scheduler.ready = calloc((size_t)threads, sizeof *scheduler.ready);
  return scheduler.actor && scheduler.ready ? 0 : -1;
}

static bool thread_before(int a, int b) {
  int64_t one = scheduler.actor[a].clock, other = scheduler.actor[b].clock;
  return one < other || (one == other && a < b);
}

static void push_ready(int thread) {
  int at = scheduler.ready_count++;
  scheduler.actor[thread].state = READY;
  for (int up; at > 0 && thread_before(thread, scheduler.ready[up = (at - 1) / 2]); at = up)
    scheduler.ready[at] = scheduler.ready[up];
  scheduler.ready[at] = thread;
}

static int pop_ready(void) {
  int first = scheduler.ready[0], last = scheduler.ready[--scheduler.ready_count], at = 0;
  for (int down; (down = 2 * at + 1) < scheduler.ready_count; at = down) {
    if (down + 1 < scheduler.ready_count &&
        thread_before(scheduler.ready[down + 1], scheduler.ready[down]))
      down++;
    if (!thread_before(scheduler.ready[down], last))
      break;
    scheduler.ready[at] = scheduler.ready[down];
  }
  scheduler.ready[at] = last;
  return first;
}

static bool event_before(const struct upcr_sim_event *a, const struct upcr_sim_event *b) {
  return a->at < b->at || (a->at == b->at && a->number < b->number);
}

void upcr_sim_add(struct upcr_sim_event *event) {
  if (scheduler.events == scheduler.events_room) {
    scheduler.events_room = scheduler.events_room ? 2 * scheduler.events_room : 1024;
    scheduler.event = realloc(scheduler.event, scheduler.events_room * sizeof *scheduler.event);
    if (!scheduler.event)
      upcr_fatal("out of memory: %zu messages under way of a simulated job", scheduler.events_room);
  }
  event->number = scheduler.added++;
  size_t at = scheduler.events++;
  for (size_t up; at > 0 && event_before(event, scheduler.event[up = (at - 1) / 2]); at = up)
    scheduler.event[at] = scheduler.event[up];
  scheduler.event[at] = event;
}

static struct upcr_sim_event *pop_event(void) {
  struct upcr_sim_event *first = scheduler.event[0], *last = scheduler.event[--scheduler.events];
  size_t at = 0;
  for (size_t down; (down = 2 * at + 1) < scheduler.events; at = down) {
    if (down + 1 < scheduler.events &&
        event_before(scheduler.event[down + 1], scheduler.event[down]))
      down++;
    if (!event_before(scheduler.event[down], last))
      break;
    scheduler.event[at] = scheduler.event[down];
  }
  if (scheduler.events)
    scheduler.event[at] = last;
  return first;
}

static void run(struct upcr_sim_event *event, int64_t at) {
  scheduler.in_event = true;
  scheduler.event_time = at;
  event->run(event);
  scheduler.in_event = false;
}

/* Runs the events that are due before any thread continues. */
static void run_events(void) {
  while (scheduler.events &&
         (scheduler.ready_count == 0 ||
          scheduler.event[0]->at <= scheduler.actor[scheduler.ready[0]].clock)) {
    struct upcr_sim_event *event = pop_event();
    run(event, event->at);
  }
}

/* Wakes all sleepers to find out why no thread can continue. A thread that finds no reason sleeps
 * again, and the supervisor reports what each waits for (boot/deadlock.c). */
static void find_out(void) {
  if (scheduler.stuck)
    return;
  scheduler.stuck = true;
  for (int t = 0; t < scheduler.threads; t++)
    if (scheduler.actor[t].state == ASLEEP || scheduler.actor[t].state == AWAITING)
      push_ready(t);
}

/* The acquire pairs with the release in hand_to(): plain data of the scheduler belong to the thread
 * with the baton. */
static void take_baton(void) {
  struct actor *me = &scheduler.actor[self];
  while (atomic_load_explicit(&me->baton, memory_order_acquire) == 0)
    upcr_futex_sleep(&me->baton, 0);
  atomic_store_explicit(&me->baton, 0, memory_order_relaxed);
  upcr_sim_processor_keep();
}

static void hand_to(int thread) {
  atomic_store_explicit(&scheduler.actor[thread].baton, 1, memory_order_release);
  upcr_futex_rouse(&scheduler.actor[thread].baton);
}

/* Runs the event for which `thread` waited its turn. */
static void run_pending(int thread) {
  struct actor *actor = &scheduler.actor[thread];
  struct upcr_sim_event *event = actor->pending;
  actor->pending = 0;
  actor->state = AWAITING;
  run(event, actor->clock);
}

/* The thread whose turn it is, out of the heap; -1: there is none. */
static int next_thread(void) {
  for (;;) {
    run_events();
    if (scheduler.ready_count == 0 && scheduler.left < scheduler.threads)
      find_out();
    if (scheduler.ready_count == 0)
      return -1;
    int next = pop_ready();
    if (scheduler.actor[next].state != QUEUED)
      return next;
    run_pending(next);
  }
}

/* Gives the baton to the next thread and returns its number; -1: there is none. */
static int hand_on(void) {
  int next = next_thread();
  if (next < 0)
    return -1;
  scheduler.actor[next].state = RUNNING;
  if (next != self)
    hand_to(next);
  return next;
}

static void switch_away(void) {
  if (hand_on() != self)
    take_baton();
}

void upcr_sim_enter(int thread) {
  self = thread;
  scheduler.actor[thread].state = RUNNING;
  if (atomic_fetch_add_explicit(&scheduler.arrived, 1, memory_order_acq_rel) + 1 ==
      scheduler.threads) {
    for (int t = 0; t < scheduler.threads; t++)
      push_ready(t);
    switch_away();
  } else
    take_baton();
}

void upcr_sim_leave(void) {
  scheduler.actor[self].state = GONE;
  scheduler.left++;
  hand_on();
}

int64_t upcr_sim_time(void) {
  return scheduler.in_event ? scheduler.event_time : scheduler.actor[self].clock;
}

static bool is_own_turn(void) {
  bool others = scheduler.ready_count && thread_before(scheduler.ready[0], self);
  return !others && !(scheduler.events && scheduler.event[0]->at <= scheduler.actor[self].clock);
}

void upcr_sim_advance_to(int64_t at) {
  struct actor *me = &scheduler.actor[self];
  if (scheduler.in_event || at <= me->clock)
    return;
  me->clock = at;
  if (is_own_turn())
    return;
  push_ready(self);
  switch_away();
}

void upcr_sim_advance(int64_t ps) { upcr_sim_advance_to(scheduler.actor[self].clock + ps); }

void upcr_sim_sleep(void) {
  struct actor *me = &scheduler.actor[self];
  if (!me->rung) {
    me->state = ASLEEP;
    switch_away();
  }
  me->rung = false;
}

void upcr_sim_await_after(struct upcr_sim_event *pending) {
  scheduler.actor[self].pending = pending;
}

void upcr_sim_await(void) {
  struct actor *me = &scheduler.actor[self];
  me->state = AWAITING;
  if (me->pending) {
    if (me->clock < me->pending->at)
      me->clock = me->pending->at;
    if (is_own_turn()) {
      run_pending(self);
    } else {
      push_ready(self);
      me->state = QUEUED;
    }
  }
  switch_away();
}

static void wake(int thread, enum state from, int64_t at) {
  struct actor *actor = &scheduler.actor[thread];
  if (actor->state != from) {
    actor->rung = true;
    return;
  }
  if (actor->clock < at)
    actor->clock = at;
  push_ready(thread);
}

void upcr_sim_wake(int thread, int64_t at) { wake(thread, ASLEEP, at); }

void upcr_sim_answer_to(int thread, int64_t at) { wake(thread, AWAITING, at); }

bool upcr_sim_stuck(void) { return scheduler.stuck; }
