/* SPDX-License-Identifier: Apache-2.0 */
/* The stack of a running UPC thread: the thread writes it in a signal handler when the supervisor
 * asks. */
#ifndef UPCR_BOOT_STACK_H
#define UPCR_BOOT_STACK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "../mem/job.h"

/* One per UPC thread, in memory that the supervisor and all processes share. */
struct upcr_boot_stack {
  _Atomic int tid;           /* the system's number of the thread, 0 before it runs */
  _Atomic uint32_t answered; /* number of the last request that it answered; publishes the rest */
  /* Of a process's first thread: pthreads that the transport between nodes started. */
  _Atomic int helpers;
  int depth; /* valid program counters, innermost first */
  void *pc[UPCR_BACKTRACE_MAX];
};

/* Makes the records of all threads, before processes are forked. */
void upcr_boot_stack_create(int threads);

/* Once a process, and once by each UPC thread. */
void upcr_boot_stack_setup(void);
void upcr_boot_stack_thread_setup(void);

/* Asks a thread for its stack. `number`: of the request, greater than 0 and than all earlier ones.
 * `stay`: the thread stays there until the job ends, because the signal may have interrupted a
 * system call. Returns 0, or -1 if there is no such thread. */
int upcr_boot_stack_request(int thread, uint32_t number, bool stay);

/* The thread's answer to the request, 0: none yet. Stays unchanged until the next request. */
const struct upcr_boot_stack *upcr_boot_stack_answer(int thread, uint32_t number);

/* Records the number of helper pthreads of the calling process, whose first thread is `first`;
 * reads it. */
void upcr_boot_stack_set_helpers(int first, int helpers);
int upcr_boot_stack_helpers(int first);

/* Pthreads of a process; more than a job can have: not known. */
int upcr_boot_tasks_of(int pid);

/* The system's number of the thread, 0: it does not run yet. */
int upcr_boot_stack_tid(int thread);

#endif
