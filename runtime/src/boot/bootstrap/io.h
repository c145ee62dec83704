/* SPDX-License-Identifier: Apache-2.0 */
/* Reading and writing of descriptors with a time limit, and what every kind of bootstrap needs
 * beside. */
#ifndef UPCR_BOOT_BOOTSTRAP_IO_H
#define UPCR_BOOT_BOOTSTRAP_IO_H

#include <stddef.h>
#include <stdint.h>

/* Seconds that a process waits for the others to come to an exchange. upcrun says another limit in
 * its welcome. */
extern int upcr_bootstrap_seconds;

/* The time of CLOCK_MONOTONIC, in nanoseconds, that is so many seconds from now. */
int64_t upcr_bootstrap_deadline(int seconds);

/* Waits until one of `events` of poll() happens on fd. Returns 0, or -1 with errno; ETIMEDOUT at
 * the deadline. */
int upcr_bootstrap_wait(int fd, short events, int64_t deadline);

/* Read or write exactly n bytes, also on a descriptor that does not block. Return 0, or -1 with
 * errno: ETIMEDOUT at the deadline, ECONNRESET where the other side has closed. Writing raises no
 * SIGPIPE on a socket. */
int upcr_bootstrap_read(int fd, void *to, size_t n, int64_t deadline);
int upcr_bootstrap_write(int fd, const void *from, size_t n, int64_t deadline);

/* Reads the variable as a whole number of [least, most]. Returns 0, or -1 after writing cause and
 * remedy. */
int upcr_bootstrap_number(const char *variable, int least, int most, int *number, char *err,
                          size_t errlen);

/* Prints why the job fails, and gives the launcher time to read it: an order to end the job would
 * overtake it. */
void upcr_bootstrap_print_reason(const char *why);

enum { UPCR_BOOTSTRAP_RANKS_MAX = 65536 };

#endif
