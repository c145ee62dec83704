/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual time: each UPC thread has a clock, and one thread runs at a time, the one with the lowest
 * clock (the lowest number among equal clocks). So a thread reads only data written at or before
 * its own time, and a run depends only on the program and the platform.
 *
 * The running thread has the baton: it alone accesses the scheduler's data. Passing the baton is a
 * release, taking it an acquire, of the word on which the next thread sleeps. */
#ifndef UPCR_SIM_SCHEDULER_H
#define UPCR_SIM_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/wait.h"

/* An event: run(event) is called when upcr_sim_time() is `at`. It neither waits nor sends, but may
 * wake threads and add events. */
struct upcr_sim_event {
  int64_t at;      /* picoseconds */
  uint64_t number; /* by order of addition: the lowest of those at one time runs first */
  void (*run)(struct upcr_sim_event *event);
};

/* Call before the threads start, and again only after all of them have left. Returns 0, or -1 where
 * memory runs out. */
int upcr_sim_scheduler_create(int threads);

/* upcr_sim_enter adds the calling thread, and returns when all threads have entered and it is its
 * turn. upcr_sim_leave removes it. */
void upcr_sim_enter(int thread);
void upcr_sim_leave(void);

/* Picoseconds: the time of the running event, else the clock of the calling thread. */
int64_t upcr_sim_time(void);

/* Advance the calling thread's clock by `ps`, or to `at` if that is later; other threads may run
 * meanwhile. */
void upcr_sim_advance(int64_t ps);
void upcr_sim_advance_to(int64_t at);

/* Adds an event, whose `at` and `run` are set; the caller keeps it until it has run. */
void upcr_sim_add(struct upcr_sim_event *event);

/* The calling thread sleeps until another wakes it. When no thread can run, each sleeper is woken
 * once to find out why (upcr_sim_stuck). */
void upcr_sim_sleep(void);

/* Thread `thread` continues at `at`, if it sleeps in upcr_sim_sleep. */
void upcr_sim_wake(int thread, int64_t at);

/* The calling thread sleeps until upcr_sim_answer_to wakes it; no other call does. */
void upcr_sim_await(void);
void upcr_sim_answer_to(int thread, int64_t at);

/* The calling thread's next upcr_sim_await first advances its clock to event->at. At its turn
 * event->run(event) is called, by any thread, and the calling thread sleeps on. This saves the
 * switch that upcr_sim_advance_to would need. The event must not be added. */
void upcr_sim_await_after(struct upcr_sim_event *event);

/* True once no thread can continue. */
bool upcr_sim_stuck(void);

#endif
