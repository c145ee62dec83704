/* SPDX-License-Identifier: Apache-2.0 */
/* Deadlocks that are certain: threads that wait for each other in locks, barriers and semaphores.
 */
#ifndef UPCR_BOOT_DEADLOCK_H
#define UPCR_BOOT_DEADLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct upcr_deadlock;

/* For a job of so many threads. 0: out of memory. */
struct upcr_deadlock *upcr_deadlock_new(int threads);

/* Looks once; to be called now and then. Returns the number of threads of which it is proven
 * that they wait for ever. In a job of several nodes the hub asks the others, and
 * upcr_deadlock_go_on says so later. */
int upcr_deadlock_look(struct upcr_deadlock *deadlock);

/* What came of the look under way, if all nodes have answered; to be called whenever something
 * has come. */
int upcr_deadlock_go_on(struct upcr_deadlock *deadlock);

/* As of the last look: does every thread that has not ended wait, and one at least? Adds up the
 * turns of their notes. */
bool upcr_deadlock_all_wait(const struct upcr_deadlock *deadlock, uint64_t *progress);

/* In the other supervisors: answers what the hub asks. */
void upcr_deadlock_answer(void);

#endif
