/* SPDX-License-Identifier: Apache-2.0 */
/* The MPIR process acquisition interface (MPI Forum, "The MPIR Process Acquisition Interface",
 * version 1.0) in the supervisor, which is the process that upcrun becomes: a parallel debugger
 * that starts or attaches to it finds the job's processes. */
#ifndef UPCR_BOOT_MPIR_H
#define UPCR_BOOT_MPIR_H

/* Before processes are forked: makes what holds them while a debugger that started the job attaches
 * to each. */
void upcr_mpir_prepare(void);

/* In a process of the job, first: waits until the debugger is ready, if there is one. */
void upcr_mpir_hold(void);

/* In the supervisor, once process p of so many of the job runs with this number on the host, in
 * order; 0: this one. */
void upcr_mpir_add(int p, int processes, int pid, const char *host);

/* All processes of the job run: tells the debugger. */
void upcr_mpir_spawned(void);

/* Lets the processes of this node go on: after the debugger has returned. */
void upcr_mpir_let_go(void);

/* The job ends because of an error or a signal; `why` names it. */
void upcr_mpir_aborting(const char *why);

#endif
