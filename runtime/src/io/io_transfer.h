/* SPDX-License-Identifier: Apache-2.0 */
/* Moves bytes between memory and a file (UPC 7.8.4, 7.8.6). */
#ifndef UPCR_IO_IO_TRANSFER_H
#define UPCR_IO_IO_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io_library.h"

/* A run of bytes in memory: at `local`, or, where that is null, distributed over the threads from
 * `base` on in blocks of `block` bytes (0: all on one thread). The first `skip` bytes of it are not
 * the transfer's. */
struct upcr_io_span {
  char *local;
  upcr_pts_t base;
  size_t block, skip, length;
};

/* One thread's transfer, between the bytes of its spans and those of its parts of the file, in
 * order; as many of one as of the other. Offsets do not decrease. */
struct upcr_io_transfer {
  bool write;
  bool mapped; /* all shared memory is mapped in this process: any pthread of it can do the transfer
                */
  int fd;
  const struct upcr_io_span *memory;
  size_t memory_entries;
  const struct upc_filevec *file;
  size_t file_entries;
};

/* The number of bytes moved, less than asked for at the end of the file; -1 with errno. */
int64_t upcr_io_move(const struct upcr_io_transfer *transfer);

/* The bytes of a span that lie on `thread`: one run, since blocks of a thread lie one after the
 * other. False where there are none. */
bool upcr_io_span_on(const struct upcr_io_span *span, size_t thread, upcr_pts_t *start,
                     size_t *nbytes);

/* 0, or the errno of a transfer that may not be (7.8.6p9): EINVAL where both lists differ in
 * length, offsets decrease, what is written overlaps in the file or what is read overlaps in
 * memory; ENOMEM. */
int upcr_io_check_lists(const struct upcr_io_transfer *transfer);

#endif
