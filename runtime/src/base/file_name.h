/* SPDX-License-Identifier: Apache-2.0 */
/* Names of files of which a job writes several. */
#ifndef UPCR_BASE_FILE_NAME_H
#define UPCR_BASE_FILE_NAME_H

/* `pattern` with the number, of a thread or a process, for each %. free() it; 0: no memory. */
char *upcr_numbered_file(const char *pattern, int number);

#endif
