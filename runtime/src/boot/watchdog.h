/* SPDX-License-Identifier: Apache-2.0 */
/* When the supervisor examines a job by itself: at its time limit, at a deadlock, without
 * progress. */
#ifndef UPCR_BOOT_WATCHDOG_H
#define UPCR_BOOT_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

#include "ending.h"
#include "hang_report.h"

struct upcr_watchdog {
  int64_t timeout_at;              /* UPC_TIMEOUT, INT64_MAX: none */
  int64_t tick_at;                 /* the next check for deadlocks and progress, INT64_MAX: none */
  int stuck;                       /* threads in the deadlock at the last check that found one */
  struct upcr_deadlock *deadlocks; /* also whether all threads wait; 0: neither is checked */
  uint64_t progress;               /* sum of counters that change when a thread makes progress */
  int64_t still_since;             /* time since which it has not changed and all threads wait */
  bool told;                       /* the report that no thread makes progress has been made */
};

/* Sets the times from the settings. `now`: of the monotonic clock, in nanoseconds. */
void upcr_watchdog_start(struct upcr_watchdog *watch, int64_t now);

/* When upcr_watchdog_step is due. */
int64_t upcr_watchdog_due(const struct upcr_watchdog *watch);

/* Begins a report if there is a reason. Returns the job's status if it is to be given up after
 * the report, -1 if not. In a job of several nodes the hub watches, and the others answer. */
int upcr_watchdog_step(struct upcr_watchdog *watch, struct upcr_hang_report *report, int64_t now);

/* Deadlocks that are certain: threads that wait for each other in locks, barriers, semaphores and
 * upcx_tasks_end. */

struct upcr_deadlock;

/* For a job of so many threads. 0: out of memory. */
struct upcr_deadlock *upcr_deadlock_new(int threads);

/* Checks once; called twice a second. Returns the number of threads that certainly wait forever. In
 * a job of several nodes the hub asks the others, and upcr_deadlock_go_on returns the number later.
 */
int upcr_deadlock_look(struct upcr_deadlock *deadlock);

/* The result of the check under way, if all nodes have answered. Called whenever a message has
 * arrived. */
int upcr_deadlock_go_on(struct upcr_deadlock *deadlock);

/* After a check that found some: the threads that wait forever, "0-2,5"; free() it; 0: out of
 * memory. The highest exit status of the threads that have ended, 0: none. */
char *upcr_deadlock_threads(const struct upcr_deadlock *deadlock);
int upcr_deadlock_exit_status(const struct upcr_deadlock *deadlock);

/* True if at the last check all threads that had not ended waited, and at least one did. Adds up
 * the turns of their notes. */
bool upcr_deadlock_all_wait(const struct upcr_deadlock *deadlock, uint64_t *progress);

/* In the other supervisors: answers the hub's questions. */
void upcr_deadlock_answer(void);

#endif
