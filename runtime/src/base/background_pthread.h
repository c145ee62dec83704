/* SPDX-License-Identifier: Apache-2.0 */
/* Pthreads of the runtime's own, which never end and take no part in the program. */
#ifndef UPCR_BASE_BACKGROUND_PTHREAD_H
#define UPCR_BASE_BACKGROUND_PTHREAD_H

#include <stddef.h>

/* Starts one, detached, with all signals blocked: the program's signals are its own pthreads'.
 * stack_bytes 0: the default. Returns 0 or an error number. */
int upcr_background_pthread(void *(*run)(void *), size_t stack_bytes);

/* How many this process has. */
int upcr_background_pthreads(void);

#endif
