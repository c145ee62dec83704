/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UPCR_BOOT_PROCESS_STATE_H
#define UPCR_BOOT_PROCESS_STATE_H

#include <sys/types.h>

/* Reads the kernel's letter for the state of process pid ('R': runs or could run) and its parent.
 * Returns 0, or -1 if there is no such process. */
int upcr_boot_process_state(pid_t pid, char *state, pid_t *parent);

#endif
