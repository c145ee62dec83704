/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a report on a job that seems to hang (hang_report.h): this node's threads; locks,
 * which may be on other nodes. */
#ifndef UPCR_BOOT_HANG_PARTS_H
#define UPCR_BOOT_HANG_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "hang_report.h"

/* Placeholder in a thread's text for the description of the lock that it waits for. */
#define UPCR_LOCK_MARK "\001"

/* The report on a thread. */
struct thread_report {
  char *text; /* 0: nothing is known */
  int pid, node;
  uint64_t lock; /* that it waits for, 0: none */
};

/* Stores how often each thread of this node has polled. */
void upcr_hang_count_polls(struct upcr_hang_report *report);

/* Asks the threads of this node for their places; true once all have answered. */
void upcr_hang_ask_threads(struct upcr_hang_report *report);
bool upcr_hang_threads_answered(const struct upcr_hang_report *report);

/* Makes the reports on the threads of this node from their answers. */
void upcr_hang_take_threads(struct upcr_hang_report *report);

/* Asks the other nodes for the locks that threads wait for. */
void upcr_hang_ask_locks(struct upcr_hang_report *report);

/* " for the lock 0x1040 of thread 1, which thread 0 holds since main at x.upc:12" */
void upcr_hang_say_lock(FILE *out, const struct upcr_hang_report *report, uint64_t lock);

#endif
