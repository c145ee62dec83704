/* SPDX-License-Identifier: Apache-2.0 */
/* Do the threads of all nodes open the same file? Hosts may have folders of the same name that
 * they do not share. */
#ifndef UPCR_IO_SAME_H
#define UPCR_IO_SAME_H

#include <stdbool.h>
#include <sys/stat.h>

#include "file.h"

/* Thread 0, when it has opened and cut the file: notes what others can tell it by. 0 or an
 * errno. */
int upcr_io_note_identity(const struct upcr_io_file *file, struct upcr_io_control *control);

/* Is what the calling thread has opened what thread 0 has? Numbers of devices differ between
 * hosts that share a folder. There it is the file with the same number, size and time of change;
 * one that is only read may be a copy, of the same size and time. */
bool upcr_io_is_same(const struct upcr_io_file *file, const struct stat *status,
                     const struct upcr_io_control *control);

/* Where the caller is on another node than thread 0: says, once, that the folder is not shared. */
void upcr_io_warn_of_hosts(const struct upcr_io_file *file, const struct upcr_io_control *control,
                           int error);

#endif
