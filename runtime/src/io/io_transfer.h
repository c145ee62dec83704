/* SPDX-License-Identifier: Apache-2.0 */
/* Moves bytes between memory and a file (UPC 7.8.4, 7.8.6). */
#ifndef UPCR_IO_IO_TRANSFER_H
#define UPCR_IO_IO_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io_library.h"

/* A run of bytes in memory: at `local`, or, where that is null, distributed over the threads from
 * `base` on in blocks of `block` bytes (0: all on one thread). The transfer leaves out its first
 * `skip` bytes. */
struct upcr_io_span {
  char *local;
  upcr_pts_t base;
  size_t block, skip, length;
};

/* One thread's transfer between its spans of memory and its parts of the file, in order. Both have
 * the same number of bytes. Offsets do not decrease. */
struct upcr_io_transfer {
  bool write;
  bool mapped; /* all shared memory is mapped, so any pthread of the process can do the transfer */
  int fd;
  const struct upcr_io_span *memory;
  size_t memory_entries;
  const struct upc_filevec *file;
  size_t file_entries;
};

/* Returns the number of bytes moved, fewer than requested at the end of the file; -1 with errno. */
int64_t upcr_io_move(const struct upcr_io_transfer *transfer);

/* The bytes of a span on `thread`. They are contiguous, as the blocks of a thread are. False if
 * there are none. */
bool upcr_io_span_on(const struct upcr_io_span *span, size_t thread, upcr_pts_t *start,
                     size_t *nbytes);

/* Returns 0, or the errno of an invalid transfer (7.8.6p9). EINVAL: the lists differ in length,
 * offsets decrease, written parts overlap in the file, or parts read overlap in memory. ENOMEM: no
 * memory. */
int upcr_io_check_lists(const struct upcr_io_transfer *transfer);

#endif
