/* SPDX-License-Identifier: Apache-2.0 */
/* Deadlocks that are certain: threads that wait for each other in locks, barriers, semaphores and
 * upcx_tasks_end. */
#ifndef UPCR_BOOT_DEADLOCK_H
#define UPCR_BOOT_DEADLOCK_H

#include <stdbool.h>
#include <stdint.h>

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

/* True if at the last check all threads that had not ended waited, and at least one did. Adds up
 * the turns of their notes. */
bool upcr_deadlock_all_wait(const struct upcr_deadlock *deadlock, uint64_t *progress);

/* In the other supervisors: answers the hub's questions. */
void upcr_deadlock_answer(void);

#endif
