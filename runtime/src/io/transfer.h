/* Moves bytes between memory and a file. */
#ifndef UPCR_IO_TRANSFER_H
#define UPCR_IO_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "library.h"

/* A run of bytes in memory: at `local`, or, where that is null, distributed over the threads from `base` on in blocks of
 * `block` bytes (0: all on one thread). The first `skip` bytes of it are not the transfer's. */
struct upcr_io_span {
  char *local;
  upcr_pts_t base;
  size_t block, skip, length;
};

/* Entry i of a list of runs of memory. */
typedef struct upcr_io_span upcr_io_entry(const void *list, size_t i);

struct upcr_io_transfer {
  bool write;
  int fd;
  upcr_io_entry *entry;
  const void *memory;
  size_t memory_entries;
  const struct upc_filevec *file;
  size_t file_entries;
};

/* The number of bytes moved, less than asked for at the end of the file; -1 with errno. */
int64_t upcr_io_move(const struct upcr_io_transfer *transfer);

#endif
