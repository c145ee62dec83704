/* SPDX-License-Identifier: Apache-2.0 */
/* When the supervisor looks at a job of its own accord: its time is over, a deadlock, nobody goes
 * on. */
#ifndef UPCR_BOOT_WATCH_H
#define UPCR_BOOT_WATCH_H

#include "ending.h"
#include "look.h"

struct upcr_watch {
  int64_t timeout_at;              /* UPC_TIMEOUT, INT64_MAX: none */
  int64_t tick_at;                 /* the next look for deadlocks and progress, INT64_MAX: none */
  struct upcr_deadlock *deadlocks; /* also says whether all wait; 0: neither is looked for */
  uint64_t progress;               /* sum of all that moves when a thread goes on */
  int64_t still_since;             /* since when it has not changed and all threads wait */
  bool told;                       /* that nobody goes on */
};

void upcr_watch_start(struct upcr_watch *watch, int64_t now);

/* When upcr_watch_step has something to do. */
int64_t upcr_watch_due(const struct upcr_watch *watch);

/* Begins a look where there is a reason. Returns the job's status if it is to be given up after
 * the look, -1 if not. In a job of several nodes the hub watches, and the others answer. */
int upcr_watch_step(struct upcr_watch *watch, struct upcr_look *look, int64_t now);

#endif
