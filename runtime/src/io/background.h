/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers that pthreads of the process do while its UPC threads go on (UPC 7.8.7). */
#ifndef UPCR_IO_BACKGROUND_H
#define UPCR_IO_BACKGROUND_H

#include <stdatomic.h>

#include "transfer.h"

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
