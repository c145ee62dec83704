/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual time: each UPC thread has a clock, and one thread runs at a time, the one with the lowest
 * clock (the lowest number among equal clocks). So a thread reads only data written at a time not
 * later than its own, and a run depends only on the program and the platform.
 *
 * The running thread has the baton: it alone reads and writes what is here. Handing the baton on is
 * a release, taking it an acquire, on the word that the next thread sleeps on. */
#ifndef UPCR_SIM_SCHEDULER_H
#define UPCR_SIM_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/wait.h"

/* An event: run(event) is called with upcr_sim_time() being `at`. It neither waits
 * nor sends, but may wake threads and add events. */
struct upcr_sim_event {
  int64_t at;      /* picoseconds */
  uint64_t number; /* of events at one time the one that was added first */
  void (*run)(struct upcr_sim_event *event);
};

/* Before the threads start; again once all of those before have left. Returns 0, or -1 where memory
 * runs out. */
int upcr_sim_scheduler_create(int threads);

/* Adds the calling thread; returns when all threads have entered and it is its turn. The second
 * function removes it. */
void upcr_sim_enter(int thread);
void upcr_sim_leave(void);

/* Picoseconds: of the event that runs, else of the calling thread. */
int64_t upcr_sim_time(void);

/* Advances the calling thread's clock by `ps`, or to `at` if it is behind; other threads may run
 * meanwhile. */
void upcr_sim_advance(int64_t ps);
void upcr_sim_advance_to(int64_t at);

void upcr_sim_add(struct upcr_sim_event *event);

/* The calling thread sleeps until another wakes it. When no thread can run, each sleeper is woken
 * once to find out why (upcr_sim_stuck). */
void upcr_sim_sleep(void);

/* Thread `thread` goes on at `at`, if it sleeps. */
void upcr_sim_wake(int thread, int64_t at);

/* True from the time when no thread could go on. */
bool upcr_sim_stuck(void);

#endif
