/* SPDX-License-Identifier: Apache-2.0 */
/* Common part of the functions that read and write (UPC 7.8.4 to 7.8.7): a transfer of each thread,
 * performed before the call returns, or by a pthread and completed later. */
#ifndef UPCR_IO_OPERATION_H
#define UPCR_IO_OPERATION_H

#include <stdatomic.h>

#include "file.h"
#include "io_transfer.h"

/* A call of one of the sixteen functions. */
struct upcr_io_call {
  const char *name;
  bool write, async;
  int flags;
};

/* Begins a call: waits as the UPC_IN_ mode says. Returns 0 with errno EBADF if fd is no open file;
 * ends the job for invalid flags. */
struct upcr_io_file *upcr_io_call_begin(upcr_pts_t fd, const struct upcr_io_call *call);

/* Performs or begins the transfer, ends the call, and returns the function's result.
 * `uses_pointer`: the transfer begins at the file pointer and moves it; with a common pointer each
 * thread transfers a part. */
int64_t upcr_io_call_move(struct upcr_io_file *file, const struct upcr_io_call *call,
                          struct upcr_io_transfer *transfer, bool uses_pointer);

/* Ends a call that moves nothing: -1 with errno. */
int64_t upcr_io_call_fail(struct upcr_io_file *file, const struct upcr_io_call *call, int error);

/* Transfers by pthreads of the process while its UPC threads continue (UPC 7.8.7). */

/* A transfer in the background. It belongs to its creator until upcr_io_background_start, then to a
 * pthread until `done` is set. */
struct upcr_io_work {
  struct upcr_io_work *next;
  int thread; /* the UPC thread to wake at the end */
  struct upcr_io_transfer transfer;
  int64_t result; /* result of upcr_io_move, its errno in `error`; valid once done */
  int error;
  _Atomic bool done;
};

/* A copy of the transfer, with its lists, for the calling UPC thread; 0: no memory. Freed by
 * free(). */
struct upcr_io_work *upcr_io_work_make(const struct upcr_io_transfer *transfer);

/* Passes the work to a pthread. Its memory must be mapped (transfer.mapped). Returns false and does
 * nothing if no pthread can be created. */
bool upcr_io_background_start(struct upcr_io_work *work);

/* True once the transfer is done; the caller then sees its effects. */
static inline bool upcr_io_work_done(const struct upcr_io_work *work) {
  return atomic_load_explicit(&work->done,
                              memory_order_acquire); /* pairs with the release in background.c */
}

/* Waits until all background transfers are done. Call before the process ends. */
void upcr_io_background_drain(void);

#endif
