/* SPDX-License-Identifier: Apache-2.0 */
/* What the functions that read and write have in common (UPC 7.8.4 to 7.8.7): a transfer of each
 * thread, done before the call returns or handed over and completed later. */
#ifndef UPCR_IO_OPERATION_H
#define UPCR_IO_OPERATION_H

#include "file.h"
#include "transfer.h"

/* One call of the sixteen. */
struct upcr_io_call {
  const char *name;
  bool write, async;
  int flags;
};

/* Ends the job for flags that cannot be; waits as the UPC_IN_ mode says. 0 with errno EBADF where
 * fd is no open file. */
struct upcr_io_file *upcr_io_call_begin(upcr_pts_t fd, const struct upcr_io_call *call);

/* Does the transfer, or begins it, and ends the call with what the function returns.
 * `uses_pointer`: it is from the file pointer on, which moves; of a common one each thread has a
 * part. */
int64_t upcr_io_call_move(struct upcr_io_file *file, const struct upcr_io_call *call,
                          struct upcr_io_transfer *transfer, bool uses_pointer);

/* Ends a call that moves nothing: -1 with errno. */
int64_t upcr_io_call_fail(struct upcr_io_file *file, const struct upcr_io_call *call, int error);

#endif
