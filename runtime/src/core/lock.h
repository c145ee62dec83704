/* SPDX-License-Identifier: Apache-2.0 */
/* The lock under upc_lock and the heaps (mem/segment.h has its words). */
#ifndef UPCR_CORE_LOCK_H
#define UPCR_CORE_LOCK_H

#include <upcr/upcr.h>

/* `lock` is a pointer-to-shared of a struct upcr_lock; `what` names the operation for messages and
 * the note of the wait (base/wait.h). The calling UPC thread must not hold the lock (acquire), or
 * must hold it (release): else the job ends with a message. */
void upcr_lock_acquire(upcr_pts_t lock, const char *what);
void upcr_lock_release(upcr_pts_t lock, const char *what);

/* Before the lock's memory is freed: a later use of the lock ends the job with a message. The lock
 * may be held, but no thread may wait for it. */
void upcr_lock_retire(upcr_pts_t lock, const char *what);

/* Called at the thread's end: warns of each lock that it took in checked code and still holds. */
void upcr_lock_report_held(void);

#endif
