/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of list I/O (UPC 7.8.6): lengths and offsets of the runs in memory and in the file. */
#include "io_transfer.h"

#include <errno.h>
#include <stdlib.h>

#include "../mem/job.h"

/* Contiguous bytes of memory: at an address, or at a pointer-to-shared. */
struct run {
  uint64_t start, end;
};

/* The number of bytes of the file; -1 if it overflows, offsets are negative or decrease, or written
 * parts overlap. */
static int64_t file_bytes(const struct upcr_io_transfer *t) {
  int64_t total = 0, least = 0;
  for (size_t i = 0; i < t->file_entries; i++) {
    const struct upc_filevec *v = &t->file[i];
    int64_t end;
    if (v->len == 0)
      continue;
    if (v->offset < least || v->len > INT64_MAX ||
        __builtin_add_overflow(v->offset, (int64_t)v->len, &end) ||
        __builtin_add_overflow(total, (int64_t)v->len, &total))
      return -1;
    least = t->write ? end : v->offset;
  }
  return total;
}

static int64_t memory_bytes(const struct upcr_io_transfer *t) {
  int64_t total = 0;
  for (size_t i = 0; i < t->memory_entries; i++)
    if (t->memory[i].length > INT64_MAX ||
        __builtin_add_overflow(total, (int64_t)t->memory[i].length, &total))
      return -1;
  return total;
}

static int by_start(const void *a, const void *b) {
  uint64_t x = ((const struct run *)a)->start, y = ((const struct run *)b)->start;
  return (x > y) - (x < y);
}

static bool meet(struct run *runs, size_t count) {
  qsort(runs, count, sizeof *runs, by_start);
  for (size_t i = 1; i < count; i++)
    if (runs[i].start < runs[i - 1].end)
      return true;
  return false;
}

static size_t local_runs(const struct upcr_io_transfer *t, struct run *runs) {
  size_t count = 0;
  for (size_t i = 0; i < t->memory_entries; i++)
    if (t->memory[i].local && t->memory[i].length > 0) {
      uint64_t start = (uint64_t)(uintptr_t)t->memory[i].local;
      runs[count++] = (struct run){start, start + t->memory[i].length};
    }
  return count;
}

static size_t runs_on(const struct upcr_io_transfer *t, size_t thread, struct run *runs) {
  size_t count = 0;
  for (size_t i = 0; i < t->memory_entries; i++) {
    upcr_pts_t start;
    size_t nbytes;
    if (!t->memory[i].local && upcr_io_span_on(&t->memory[i], thread, &start, &nbytes))
      runs[count++] = (struct run){start, start + nbytes};
  }
  return count;
}

/* Reads into overlapping memory would have no defined result. */
static int check_memory(const struct upcr_io_transfer *t) {
  if (t->write || t->memory_entries < 2)
    return 0;
  struct run *runs = calloc(t->memory_entries, sizeof *runs);
  if (!runs)
    return ENOMEM;
  bool overlap = meet(runs, local_runs(t, runs));
  for (size_t thread = 0; !overlap && thread < (size_t)upcr_job->config.threads; thread++)
    overlap = meet(runs, runs_on(t, thread, runs));
  free(runs);
  return overlap ? EINVAL : 0;
}

int upcr_io_check_lists(const struct upcr_io_transfer *transfer) {
  int64_t in_file = file_bytes(transfer);
  if (in_file < 0 || in_file != memory_bytes(transfer))
    return EINVAL;
  return check_memory(transfer);
}
