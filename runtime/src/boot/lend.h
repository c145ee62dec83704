/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that a launcher started on a host beside the one that is the supervisor: each lends its
 * place. */
#ifndef UPCR_BOOT_LEND_H
#define UPCR_BOOT_LEND_H

#include <poll.h>
#include <stddef.h>

enum { UPCR_LEND_NAME = 80 };

/* In the supervisor: listens for `lenders` processes. Writes the name by which they find it, and
 * gives the socket; -1 after writing why to err[errlen]. */
int upcr_lend_listen(int lenders, char name[UPCR_LEND_NAME], char *err, size_t errlen);

/* Waits until they have come. Returns 0, or -1 after writing why. */
int upcr_lend_accept(int listener, int lenders, char *err, size_t errlen);

/* In a process that lends its place: lives until the supervisor ends, and gives the status that it
 * says. */
int upcr_lend_until_end(const char *name);

/* In the supervisor: what to wait for; true once if one of them is gone; the status that they are
 * to end with. */
int upcr_lend_wait_set(struct pollfd *fds);
int upcr_lend_lost(void);
void upcr_lend_finish(int status);

#endif
