/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of the system on processes and pthreads. */
#ifndef UPCR_BOOT_THREAD_LIMIT_H
#define UPCR_BOOT_THREAD_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* Numbers in use, and their limits; UINT64_MAX: none, or not known. */
struct upcr_thread_use {
  uint64_t machine, pid_max, threads_max; /* processes and pthreads of the machine */
  uint64_t left_to_groups;                /* what the control groups leave of these */
  uint64_t mappings, map_count;           /* of this process */
  uint64_t address_space, processes;      /* limits of the shell: KiB (ulimit -v), ulimit -u */
};

/* The numbers of this process and machine, now. */
struct upcr_thread_use upcr_thread_use(void);

enum { UPCR_THREAD_LIMIT_TEXT = 200 };

/* After a pthread could not be started: names the reached limit and its value; if none of those
 * above is reached, the settings to try. Returns a text that may be in `out`. */
const char *upcr_thread_limit(const struct upcr_thread_use *use, char out[UPCR_THREAD_LIMIT_TEXT]);

/* Whether a limit forbids `more` processes or pthreads: names it and its value in `out`. */
bool upcr_thread_shortage(const struct upcr_thread_use *use, uint64_t more,
                          char out[UPCR_THREAD_LIMIT_TEXT]);

#endif
