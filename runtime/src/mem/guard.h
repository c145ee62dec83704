/* SPDX-License-Identifier: Apache-2.0 */
/* Page 0 of the segments faults: thread 0's is where a null pointer-to-shared points, those of the
 * others are reached from it by arithmetic. */
#ifndef UPCR_MEM_GUARD_H
#define UPCR_MEM_GUARD_H

/* Before fork: the pages that every process guards. */
void upcr_guard_job(void);

/* In the thread's process, before its main: the page of its own segment. */
void upcr_guard_thread(int thread);

#endif
