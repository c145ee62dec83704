/* SPDX-License-Identifier: Apache-2.0 */
/* Common part of the functions that read and write (UPC 7.8.4 to 7.8.7): a transfer of each
 * thread, done before the call returns or handed over and completed later. */
#ifndef UPCR_IO_OPERATION_H
#define UPCR_IO_OPERATION_H

#include <stdatomic.h>

#include "file.h"
#include "io_transfer.h"

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

/* Transfers that pthreads of the process do while its UPC threads go on (UPC 7.8.7). */

/* A transfer that was handed over: its maker's until upcr_io_background_start, then a pthread's
 * until `done`. */
struct upcr_io_work {
  struct upcr_io_work *next;
  int thread; /* the UPC thread that is woken once it is done */
  struct upcr_io_transfer transfer;
  int64_t result; /* of upcr_io_move, with its errno in `error`: to be read once it is done */
  int error;
  _Atomic bool done;
};

/* A copy of the transfer, lists included, for the calling UPC thread; 0 where there is no memory
 * for it. Freed by free(). */
struct upcr_io_work *upcr_io_work_make(const struct upcr_io_transfer *transfer);

/* Hands the work over: its memory must be mapped (transfer.mapped). False, and nothing is done,
 * where no pthread can be had. */
bool upcr_io_background_start(struct upcr_io_work *work);

/* True once the transfer is done; then its effects are the caller's to see. */
static inline bool upcr_io_work_done(const struct upcr_io_work *work) {
  return atomic_load_explicit(&work->done,
                              memory_order_acquire); /* pairs with the release in background.c */
}

/* Waits until all that was handed over is done: before the process ends. */
void upcr_io_background_drain(void);

#endif
