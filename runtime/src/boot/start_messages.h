/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of the start of a job on several hosts. They are held until the next exchange of its
 * ranks (hosts.c), which tells what ranks have in common: that is printed once. */
#ifndef UPCR_BOOT_START_MESSAGES_H
#define UPCR_BOOT_START_MESSAGES_H

#include <stddef.h>
#include <stdint.h>

/* From now on the warnings of this process are held. */
void upcr_start_messages_hold(void);

/* Holds why this process refuses the job. */
void upcr_start_messages_refuse(const char *why);

/* A number for all that is held, the same on all hosts; 0: nothing is held. */
uint64_t upcr_start_messages_digest(void);

/* Prints what is held, with `of` in front of each message: "" or "on host2: "; or forgets it. */
void upcr_start_messages_print(const char *of);
void upcr_start_messages_drop(void);

/* The end of the start: no message is held any more. */
void upcr_start_messages_pass(void);

#endif
