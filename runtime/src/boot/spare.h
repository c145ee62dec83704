/* SPDX-License-Identifier: Apache-2.0 */
/* Spare processes: the processes that a launcher started on a host besides the node's supervisor.
 * They only wait for the end of the job; their processors are used for the job. */
#ifndef UPCR_BOOT_SPARE_H
#define UPCR_BOOT_SPARE_H

#include <poll.h>
#include <stddef.h>

enum { UPCR_SPARE_NAME = 80 };

/* In the supervisor: listens for `spares` spare processes. Writes the name by which they find it,
 * and returns the socket; -1 after writing why to err[errlen]. */
int upcr_spare_listen(int spares, char name[UPCR_SPARE_NAME], char *err, size_t errlen);

/* Waits until they have connected. Returns 0, or -1 after writing why. */
int upcr_spare_accept(int listener, int spares, char *err, size_t errlen);

/* In a spare process: waits until the supervisor ends, and returns the status that it sends. */
int upcr_spare_until_end(const char *name);

/* In the supervisor: the descriptors to wait for; true once for each that has ended; the status
 * with which they must end. */
int upcr_spare_wait_set(struct pollfd *fds);
int upcr_spare_lost(void);
void upcr_spare_finish(int status);

#endif
