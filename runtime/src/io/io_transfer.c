/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "io_transfer.h"

#include <errno.h>
#include <unistd.h>

#include "../core/remote.h"
#include "../mem/segment.h"

/* Shared memory is copied through a buffer, so that small blocks do not cost a system call each. */
enum { BUFFER_BYTES = 65536 };

/* The transfer's position in its list of memory. */
struct cursor {
  const struct upcr_io_transfer *transfer;
  size_t entry; /* of the next span */
  struct upcr_io_span span;
  size_t done; /* bytes of `span` after its skip */
};

static size_t min(size_t a, size_t b) { return a < b ? a : b; }

/* Goes to a span with bytes left; false at the end of the list. */
static bool advance(struct cursor *c) {
  while (c->done == c->span.length) {
    if (c->entry == c->transfer->memory_entries)
      return false;
    c->span = c->transfer->memory[c->entry++];
    c->done = 0;
  }
  return true;
}

/* Reads or writes n bytes, or fewer at the end of the file; repeats interrupted calls. */
static ssize_t file_bytes(const struct upcr_io_transfer *t, char *at, size_t n, off_t offset) {
  size_t done = 0;
  while (done < n) {
    off_t where = offset + (off_t)done;
    ssize_t moved = t->write ? pwrite(t->fd, at + done, n - done, where)
                             : pread(t->fd, at + done, n - done, where);
    if (moved < 0 && errno == EINTR)
      continue;
    if (moved < 0)
      return -1;
    if (moved == 0)
      break;
    done += (size_t)moved;
  }
  return (ssize_t)done;
}

static size_t thread_count(void) { return (size_t)upcr_job->config.threads; }

/* The address of byte k of a distributed run of phase 0; sets *together to the number of contiguous
 * bytes from there on. */
static upcr_pts_t place(const struct upcr_io_span *span, size_t k, size_t *together) {
  if (span->block == 0) {
    *together = SIZE_MAX;
    return span->base + k;
  }
  size_t threads = thread_count(), block = k / span->block, in_block = k % span->block;
  size_t position = upcr_thread(span->base) + block;
  *together = span->block - in_block;
  return upcr_pts_make(position % threads,
                       upcr_pts_offset(span->base) + position / threads * span->block + in_block);
}

/* Of the first `end` bytes of blocks distributed cyclically, the number that the rank-th thread
 * has. */
static size_t dealt(size_t end, size_t block, size_t rank) {
  size_t rows = end / block / thread_count(), rest = end - rows * thread_count() * block,
         before = rank * block;
  return rows * block + (rest <= before ? 0 : min(rest - before, block));
}

bool upcr_io_span_on(const struct upcr_io_span *span, size_t thread, upcr_pts_t *start,
                     size_t *nbytes) {
  size_t first = upcr_thread(span->base), rank = (thread + thread_count() - first) % thread_count();
  size_t end = span->skip + span->length;
  if (span->block == 0) {
    *start = span->base + span->skip;
    *nbytes = rank == 0 ? span->length : 0;
    return *nbytes > 0;
  }
  size_t before = dealt(span->skip, span->block, rank);
  unsigned long offset = upcr_pts_offset(span->base) + before + (thread < first ? span->block : 0);
  *start = upcr_pts_make(thread, offset);
  *nbytes = dealt(end, span->block, rank) - before;
  return *nbytes > 0;
}

/* The address of p in this process. Null leads to page 0 of a segment, which is not accessible. */
static char *address(upcr_pts_t p) {
  return upcr_segment_base((int)upcr_thread(p)) + upcr_pts_offset(p);
}

/* Moves n bytes between the buffer and the bytes of the run from k on. */
static void shared_bytes(const struct upcr_io_transfer *t, const struct upcr_io_span *span,
                         size_t k, char *buffer, size_t n) {
  for (size_t done = 0, together; done < n; done += together) {
    upcr_pts_t at = place(span, k + done, &together);
    together = min(together, n - done);
    char *here = t->mapped ? address(at) : 0;
    if (here)
      __builtin_memcpy(t->write ? buffer + done : here, t->write ? here : buffer + done, together);
    else if (t->write)
      upcr_getb(buffer + done, at, together);
    else
      upcr_write(at, buffer + done, together);
  }
}

/* The address of n bytes of the run from k on if they are contiguous in this process, else 0. */
static char *in_one_piece(const struct upcr_io_transfer *t, const struct upcr_io_span *span,
                          size_t k, size_t n) {
  if (span->local)
    return span->local + k;
  size_t together;
  upcr_pts_t at = place(span, k, &together);
  return t->mapped && together >= n ? address(at) : 0;
}

/* Moves at most n bytes, of one span, and advances by them. */
static ssize_t piece(struct cursor *c, size_t n, off_t offset) {
  const struct upcr_io_transfer *t = c->transfer;
  char buffer[BUFFER_BYTES];
  size_t from = c->span.skip + c->done;
  ssize_t moved;
  n = min(n, c->span.length - c->done);
  char *here = in_one_piece(t, &c->span, from, n);
  if (here)
    moved = file_bytes(t, here, n, offset);
  else {
    n = min(n, sizeof buffer);
    if (t->write)
      shared_bytes(t, &c->span, from, buffer, n);
    moved = file_bytes(t, buffer, n, offset);
    if (!t->write && moved > 0)
      shared_bytes(t, &c->span, from, buffer, (size_t)moved);
  }
  if (moved > 0)
    c->done += (size_t)moved;
  return moved;
}

int64_t upcr_io_move(const struct upcr_io_transfer *transfer) {
  struct cursor cursor = {.transfer = transfer};
  int64_t total = 0;
  for (size_t i = 0; i < transfer->file_entries; i++)
    for (size_t done = 0; done < transfer->file[i].len;) {
      if (!advance(&cursor))
        return total;
      ssize_t moved =
          piece(&cursor, transfer->file[i].len - done, transfer->file[i].offset + (off_t)done);
      if (moved < 0)
        return -1;
      if (moved == 0)
        return total; /* offsets do not decrease: the rest is past the end, too */
      done += (size_t)moved;
      total += moved;
    }
  return total;
}
