/* SPDX-License-Identifier: Apache-2.0 */
/* Places about which the job was warned, so that each is told once. */
#ifndef UPCR_CHECK_WARNED_H
#define UPCR_CHECK_WARNED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Before the processes start. Returns 0, or -1 after writing why to err[errlen]. */
int upcr_warned_create(char *err, size_t errlen);

/* Once a process, before its threads start. */
void upcr_warned_start(void);

/* Whether no thread of the job asked about this place before, a digest that is not 0; false once
 * many places are known. A request, where thread 0 is on another node. */
bool upcr_warned_first(uint64_t place);

#endif
