/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by all kinds of bootstrap: descriptors with a time limit, sockets, connections; and the
 * kinds. */
#ifndef UPCR_BOOT_BOOTSTRAP_IO_H
#define UPCR_BOOT_BOOTSTRAP_IO_H

#include <stddef.h>
#include <stdint.h>

#include "../../base/sockets.h"
#include "../bootstrap.h"

/* Seconds that a process waits for the others in an exchange. upcrun sends another limit in its
 * welcome. */
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

/* Prints why the job fails, "": that is printed already; and gives the launcher time to read it: an
 * order to end the job would overtake it. */
void upcr_bootstrap_print_reason(const char *why);

enum { UPCR_BOOTSTRAP_RANKS_MAX = 65536 };

/* The kinds of bootstrap. Each function returns as upcr_bootstrap_find does, with 0 if its
 * launcher's variables are not set, and removes these from the environment. */

int upcr_bootstrap_rendezvous(struct upcr_bootstrap *self, char *err,
                              size_t errlen);                                   /* upcrun, by ssh */
int upcr_bootstrap_pmi1(struct upcr_bootstrap *self, char *err, size_t errlen); /* MPICH's hydra */
int upcr_bootstrap_pmix(struct upcr_bootstrap *self, char *err,
                        size_t errlen); /* Slurm, Open MPI, PRRTE */

/* Removes every variable whose name begins with `prefix` from the environment. */
void upcr_bootstrap_forget(const char *prefix);

/* A connection to the first of several addresses that answers. */

/* Tries all addresses of the list at once: numeric "1.2.3.4:port" or "[::1]:port", separated by
 * commas. `greet` is called on connections, one after the other, until one returns 0, or 1: the
 * peer is the right one, and refuses. Returns a socket that does not block and is closed on exec,
 * or -1 after writing why each address failed. */
int upcr_bootstrap_connect(const char *list, int64_t deadline,
                           int (*greet)(int fd, char *err, size_t errlen), char *err,
                           size_t errlen);

#endif
