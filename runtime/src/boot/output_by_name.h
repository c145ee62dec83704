/* SPDX-License-Identifier: Apache-2.0 */
/* Output opened by name: /dev/stdout, /dev/fd/1, /proc/self/fd/2.
 *
 * Standard output and error of a process of a job are sockets to the supervisor, and a socket
 * cannot be opened (ENXIO). upcc links executables with --wrap for the functions that open files
 * (wrap_open.c, wrap_fopen.c): where one of them fails so, and the path leads to the caller's own
 * standard output or error, a duplicate of that descriptor does what the program asked for. Shared
 * libraries and programs that the job starts do not come here. */
#ifndef UPCR_BOOT_OUTPUT_BY_NAME_H
#define UPCR_BOOT_OUTPUT_BY_NAME_H

/* The descriptor, 1 or 2, whose socket the path (relative to the folder, as of openat) leads to,
 * -1: none. Keeps errno. */
int upcr_output_by_name(int folder, const char *path);

#endif
