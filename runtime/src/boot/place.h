/* SPDX-License-Identifier: Apache-2.0 */
/* Where a UPC thread is in its program: it tells it itself, in a signal handler, when the
 * supervisor asks. */
#ifndef UPCR_BOOT_PLACE_H
#define UPCR_BOOT_PLACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "../mem/job.h"

/* One per UPC thread, in memory that the supervisor and all processes share. */
struct upcr_boot_place {
  _Atomic int tid;           /* the system's number of the thread, 0 before it runs */
  _Atomic uint32_t answered; /* number of the last request that it answered; publishes the rest */
  _Atomic int
      helpers; /* of a process's first thread: pthreads that the transport between nodes started */
  int depth;   /* valid program counters, innermost first */
  void *pc[UPCR_BACKTRACE_MAX];
};

/* Makes the records of all threads, before processes are forked. */
void upcr_boot_place_create(int threads);

/* Once a process, and once by each UPC thread. */
void upcr_boot_place_setup(void);
void upcr_boot_place_thread_setup(void);

/* Asks a thread for its place; number: of the request, not 0, later ones greater. stay: it remains
 * there until the job ends, as the signal may have cut a system call short. Returns 0, or -1 if
 * there is no such thread. */
int upcr_boot_place_ask(int thread, uint32_t number, bool stay);

/* The thread's answer to the request, 0: none yet. Stays unchanged until the next request. */
const struct upcr_boot_place *upcr_boot_place_answer(int thread, uint32_t number);

/* Notes the helpers of the calling process, whose first thread is `first`; and what was noted. */
void upcr_boot_place_set_helpers(int first, int helpers);
int upcr_boot_place_helpers(int first);

/* Pthreads of a process; more than a job can have: not known. */
int upcr_boot_tasks_of(int pid);

/* The system's number of the thread, 0: it does not run yet. */
int upcr_boot_place_tid(int thread);

#endif
