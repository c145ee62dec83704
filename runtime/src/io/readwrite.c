/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
/* The functions that read and write (UPC 7.8.4 to 7.8.7): each turns its arguments into a
 * transfer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../check/check.h"
#include "io_transfer.h"
#include "operation.h"

static struct upcr_io_transfer transfer_of(const struct upcr_io_span *memory, size_t memory_entries,
                                           const struct upc_filevec *file, size_t file_entries) {
  return (struct upcr_io_transfer){.memory = memory,
                                   .memory_entries = memory_entries,
                                   .file = file,
                                   .file_entries = file_entries};
}

/* With a common file pointer the threads share the work: each moves one part of the bytes. */
static void take_part(struct upcr_io_span *span) {
  size_t threads = (size_t)upcr_self.threads, me = (size_t)upcr_self.mythread;
  size_t part = span->length / threads, more = span->length % threads;
  span->skip = me * part + (me < more ? me : more);
  span->length = part + (me < more);
}

static int64_t buffer_call(upcr_pts_t fd, const struct upcr_io_call *call, struct upcr_io_span span,
                           size_t size, size_t nmemb, bool local) {
  struct upcr_io_file *file = upcr_io_call_begin(fd, call);
  if (!file)
    return -1;
  bool common = file->flags & IO_COMMON_FP;
  if (local && common)
    return upcr_io_call_fail(file, call, EINVAL); /* 7.8.3p3 */
  if (__builtin_mul_overflow(size, nmemb, &span.length) || span.length > INT64_MAX)
    return upcr_io_call_fail(file, call, EOVERFLOW);
  if (common)
    take_part(&span);
  struct upc_filevec where = {file->position + (off_t)span.skip, span.length};
  struct upcr_io_transfer transfer = transfer_of(&span, 1, &where, span.length > 0);
  return upcr_io_call_move(file, call, &transfer, true);
}

/* Ends the job if an argument for `count` things is null. */
static void need(const struct upcr_io_call *call, const void *argument, const char *name,
                 size_t count, const char *things) {
  if (!argument && count > 0)
    upcr_fatal("%s: '%s' is a null pointer, for %zu %s", call->name, name, count, things);
}

/* A null buffer for some bytes gives EFAULT, in checked code a message. */
static int64_t local_call(upcr_pts_t fd, const struct upcr_io_call *call, void *buffer, size_t size,
                          size_t nmemb) {
  if (upcr_check_on() && size > 0)
    need(call, buffer, "buffer", nmemb, "elements");
  return buffer_call(fd, call, (struct upcr_io_span){.local = buffer}, size, nmemb, true);
}

static int64_t shared_call(upcr_pts_t fd, const struct upcr_io_call *call, upcr_ppts_t buffer,
                           size_t blocksize, size_t size, size_t nmemb) {
  size_t block;
  if (__builtin_mul_overflow(blocksize, size, &block))
    block = 0; /* larger than the run: all bytes are in the first block */
  return buffer_call(fd, call, (struct upcr_io_span){.base = buffer.p, .block = block}, size, nmemb,
                     false);
}

/* Also frees `spans`. */
static int64_t list_call(upcr_pts_t fd, const struct upcr_io_call *call, struct upcr_io_span *spans,
                         size_t mems, const struct upc_filevec *filevec, size_t files) {
  need(call, filevec, "filevec", files, "entries");
  struct upcr_io_file *file = upcr_io_call_begin(fd, call);
  int64_t result = -1;
  if (file) {
    struct upcr_io_transfer transfer = transfer_of(spans, mems, filevec, files);
    transfer.write = call->write;
    int error = spans ? upcr_io_check_lists(&transfer) : ENOMEM;
    result = error ? upcr_io_call_fail(file, call, error)
                   : upcr_io_call_move(file, call, &transfer, false);
  }
  int error = errno;
  free(spans);
  errno = error;
  return result;
}

/* 0: no memory. */
static struct upcr_io_span *make_spans(size_t count) {
  return calloc(count ? count : 1, sizeof(struct upcr_io_span));
}

/* As with a buffer, the memory of an entry. */
static void need_memory(const struct upcr_io_call *call, const struct upc_local_memvec *mem,
                        size_t mems) {
  for (size_t i = 0; i < mems; i++)
    need(call, mem[i].baseaddr, "memvec[].baseaddr", mem[i].len, "bytes");
}

static int64_t local_list(upcr_pts_t fd, const struct upcr_io_call *call, size_t mems,
                          const struct upc_local_memvec *mem, size_t files,
                          const struct upc_filevec *filevec) {
  need(call, mem, "memvec", mems, "entries");
  if (upcr_check_on())
    need_memory(call, mem, mems);
  struct upcr_io_span *spans = make_spans(mems);
  for (size_t i = 0; spans && i < mems; i++)
    spans[i] = (struct upcr_io_span){.local = mem[i].baseaddr, .length = mem[i].len};
  return list_call(fd, call, spans, mems, filevec, files);
}

static int64_t shared_list(upcr_pts_t fd, const struct upcr_io_call *call, size_t mems,
                           const struct upc_shared_memvec *mem, size_t files,
                           const struct upc_filevec *filevec) {
  need(call, mem, "memvec", mems, "entries");
  struct upcr_io_span *spans = make_spans(mems);
  for (size_t i = 0; spans && i < mems; i++)
    spans[i] = (struct upcr_io_span){
        .base = mem[i].baseaddr.p, .block = mem[i].blocksize, .length = mem[i].len};
  return list_call(fd, call, spans, mems, filevec, files);
}

#define CALL(writes, async) (&(struct upcr_io_call){__func__, writes, async, flags})

#define FUNCTIONS(direction, writes)                                                               \
  upc_off_t upc_all_f##direction##_local(upcr_pts_t fd, void *buffer, size_t size, size_t nmemb,   \
                                         int flags) {                                              \
    return local_call(fd, CALL(writes, false), buffer, size, nmemb);                               \
  }                                                                                                \
  void upc_all_f##direction##_local_async(upcr_pts_t fd, void *buffer, size_t size, size_t nmemb,  \
                                          int flags) {                                             \
    local_call(fd, CALL(writes, true), buffer, size, nmemb);                                       \
  }                                                                                                \
  upc_off_t upc_all_f##direction##_shared(upcr_pts_t fd, upcr_ppts_t buffer, size_t blocksize,     \
                                          size_t size, size_t nmemb, int flags) {                  \
    return shared_call(fd, CALL(writes, false), buffer, blocksize, size, nmemb);                   \
  }                                                                                                \
  void upc_all_f##direction##_shared_async(upcr_pts_t fd, upcr_ppts_t buffer, size_t blocksize,    \
                                           size_t size, size_t nmemb, int flags) {                 \
    shared_call(fd, CALL(writes, true), buffer, blocksize, size, nmemb);                           \
  }                                                                                                \
  upc_off_t upc_all_f##direction##_list_local(upcr_pts_t fd, size_t mems,                          \
                                              const struct upc_local_memvec *mem, size_t files,    \
                                              const struct upc_filevec *filevec, int flags) {      \
    return local_list(fd, CALL(writes, false), mems, mem, files, filevec);                         \
  }                                                                                                \
  void upc_all_f##direction##_list_local_async(upcr_pts_t fd, size_t mems,                         \
                                               const struct upc_local_memvec *mem, size_t files,   \
                                               const struct upc_filevec *filevec, int flags) {     \
    local_list(fd, CALL(writes, true), mems, mem, files, filevec);                                 \
  }                                                                                                \
  upc_off_t upc_all_f##direction##_list_shared(upcr_pts_t fd, size_t mems,                         \
                                               const struct upc_shared_memvec *mem, size_t files,  \
                                               const struct upc_filevec *filevec, int flags) {     \
    return shared_list(fd, CALL(writes, false), mems, mem, files, filevec);                        \
  }                                                                                                \
  void upc_all_f##direction##_list_shared_async(upcr_pts_t fd, size_t mems,                        \
                                                const struct upc_shared_memvec *mem, size_t files, \
                                                const struct upc_filevec *filevec, int flags) {    \
    shared_list(fd, CALL(writes, true), mems, mem, files, filevec);                                \
  }
FUNCTIONS(read, false)
FUNCTIONS(write, true)
