/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that stop for a debugger: at the start (upcrun -freeze, -freeze-early, -freeze-earlier),
 * on a signal (UPC_FREEZE_SIGNAL), or before an error ends the job (-freeze-on-error). */
#ifndef UPCR_BOOT_FREEZE_H
#define UPCR_BOOT_FREEZE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns 0, or -1 after writing to err[errlen] which setting names no signal, or no thread of so
 * many. */
int upcr_freeze_check(int threads, char *err, size_t errlen);

/* Places where a thread or process stops if a setting says so; return when it may continue. */
void upcr_freeze_first(void);                     /* the first process, before the job is made */
void upcr_freeze_process(int first, int threads); /* a process, before it runs these UPC threads */
void upcr_freeze_thread(int thread);              /* a UPC thread, before the start-up barrier */

/* Called before an error ends the job; `error` names it, 0: already reported. Also called in signal
 * handlers. */
void upcr_freeze_on_error(const char *error);
bool upcr_freezes_on_error(void);

/* The signal handler of UPC_FREEZE_SIGNAL. Once a process. */
void upcr_freeze_setup(void);

#endif
