/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "../base/atomics.h"
#include "../base/system.h"
#include "../base/log.h"

enum state { ABSENT, READY, RUNNING, ASLEEP, GONE };

struct actor {
  _Atomic uint32_t baton; /* 1: it is this thread's turn */
  enum state state;
  bool rung; /* while it did not sleep */
  int64_t clock;
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
} engine;

static UPCR_PER_THREAD int self;

int upcr_sim_engine_create(int threads) {
  free(engine.actor);
  free(engine.ready);
  engine.left = 0;
  engine.stuck = false;
  atomic_store_explicit(&engine.arrived, 0, memory_order_relaxed);
  engine.threads = threads;
  engine.actor = calloc((size_t)threads, sizeof *engine.actor);
  engine.ready = calloc((size_t)threads, sizeof *engine.ready);
  return engine.actor && engine.ready ? 0 : -1;
}

static bool thread_before(int a, int b) {
  int64_t one = engine.actor[a].clock, other = engine.actor[b].clock;
  return one < other || (one == other && a < b);
}

static void push_ready(int thread) {
  int at = engine.ready_count++;
  engine.actor[thread].state = READY;
  for (int up; at > 0 && thread_before(thread, engine.ready[up = (at - 1) / 2]); at = up)
    engine.ready[at] = engine.ready[up];
  engine.ready[at] = thread;
}

static int pop_ready(void) {
  int first = engine.ready[0], last = engine.ready[--engine.ready_count], at = 0;
  for (int down; (down = 2 * at + 1) < engine.ready_count; at = down) {
    if (down + 1 < engine.ready_count && thread_before(engine.ready[down + 1], engine.ready[down]))
      down++;
    if (!thread_before(engine.ready[down], last))
      break;
    engine.ready[at] = engine.ready[down];
  }
  engine.ready[at] = last;
  return first;
}

static bool event_before(const struct upcr_sim_event *a, const struct upcr_sim_event *b) {
  return a->at < b->at || (a->at == b->at && a->number < b->number);
}

void upcr_sim_add(struct upcr_sim_event *event) {
  if (engine.events == engine.events_room) {
    engine.events_room = engine.events_room ? 2 * engine.events_room : 1024;
    engine.event = realloc(engine.event, engine.events_room * sizeof *engine.event);
    if (!engine.event)
      upcr_fatal("out of memory: %zu messages under way of a simulated job", engine.events_room);
  }
  event->number = engine.added++;
  size_t at = engine.events++;
  for (size_t up; at > 0 && event_before(event, engine.event[up = (at - 1) / 2]); at = up)
    engine.event[at] = engine.event[up];
  engine.event[at] = event;
}

static struct upcr_sim_event *pop_event(void) {
  struct upcr_sim_event *first = engine.event[0], *last = engine.event[--engine.events];
  size_t at = 0;
  for (size_t down; (down = 2 * at + 1) < engine.events; at = down) {
    if (down + 1 < engine.events && event_before(engine.event[down + 1], engine.event[down]))
      down++;
    if (!event_before(engine.event[down], last))
      break;
    engine.event[at] = engine.event[down];
  }
  if (engine.events)
    engine.event[at] = last;
  return first;
}

/* Runs the events that come before any thread goes on. */
static void run_events(void) {
  while (engine.events &&
         (engine.ready_count == 0 || engine.event[0]->at <= engine.actor[engine.ready[0]].clock)) {
    struct upcr_sim_event *event = pop_event();
    engine.in_event = true;
    engine.event_time = event->at;
    event->run(event);
    engine.in_event = false;
  }
}

/* All sleepers look why nobody can go on; who finds nothing sleeps again, this time for good: the
 * supervisor sees what each waits for (boot/deadlock.c). */
static void find_out(void) {
  if (engine.stuck)
    return;
  engine.stuck = true;
  for (int t = 0; t < engine.threads; t++)
    if (engine.actor[t].state == ASLEEP)
      push_ready(t);
}

static void take_baton(void) {
  struct actor *me = &engine.actor[self];
  while (atomic_load_explicit(&me->baton, memory_order_acquire) == 0)
    upcr_futex_sleep(&me->baton, 0);
  atomic_store_explicit(&me->baton, 0, memory_order_relaxed);
}

static void hand_to(int thread) {
  atomic_store_explicit(&engine.actor[thread].baton, 1, memory_order_release);
  upcr_futex_rouse(&engine.actor[thread].baton);
}

/* Gives the baton to the next thread, which is the result; -1: there is none. */
static int hand_on(void) {
  run_events();
  if (engine.ready_count == 0 && engine.left < engine.threads)
    find_out();
  if (engine.ready_count == 0)
    return -1;
  int next = pop_ready();
  engine.actor[next].state = RUNNING;
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
  engine.actor[thread].state = RUNNING;
  if (atomic_fetch_add_explicit(&engine.arrived, 1, memory_order_acq_rel) + 1 == engine.threads) {
    for (int t = 0; t < engine.threads; t++)
      push_ready(t);
    switch_away();
  } else
    take_baton();
}

void upcr_sim_leave(void) {
  engine.actor[self].state = GONE;
  engine.left++;
  hand_on();
}

int64_t upcr_sim_time(void) {
  return engine.in_event ? engine.event_time : engine.actor[self].clock;
}

void upcr_sim_advance_to(int64_t at) {
  struct actor *me = &engine.actor[self];
  if (engine.in_event || at <= me->clock)
    return;
  me->clock = at;
  bool others = engine.ready_count && thread_before(engine.ready[0], self);
  bool events = engine.events && engine.event[0]->at <= at;
  if (!others && !events)
    return;
  push_ready(self);
  switch_away();
}

void upcr_sim_advance(int64_t ps) { upcr_sim_advance_to(engine.actor[self].clock + ps); }

void upcr_sim_sleep(void) {
  struct actor *me = &engine.actor[self];
  if (!me->rung) {
    me->state = ASLEEP;
    switch_away();
  }
  me->rung = false;
}

void upcr_sim_wake(int thread, int64_t at) {
  struct actor *actor = &engine.actor[thread];
  if (actor->state != ASLEEP) {
    actor->rung = true;
    return;
  }
  if (actor->clock < at)
    actor->clock = at;
  push_ready(thread);
}

bool upcr_sim_stuck(void) { return engine.stuck; }
