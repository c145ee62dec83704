/* SPDX-License-Identifier: Apache-2.0 */
/* A connection to the first of several addresses that answers. */
#ifndef UPCR_BOOT_BOOTSTRAP_CONNECT_H
#define UPCR_BOOT_BOOTSTRAP_CONNECT_H

#include <stddef.h>
#include <stdint.h>

/* Tries all addresses of the list at once: numeric "1.2.3.4:port" or "[::1]:port", separated by
 * commas. `greet` is called on connections, one after the other, until one returns 0, or 1: the
 * peer is the right one, and refuses. Returns a socket that does not block and is closed on exec,
 * or -1 after writing why each address failed. */
int upcr_bootstrap_connect(const char *list, int64_t deadline,
                           int (*greet)(int fd, char *err, size_t errlen), char *err,
                           size_t errlen);

#endif
