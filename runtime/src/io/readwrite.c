#define _GNU_SOURCE
/* Reading and writing (UPC 7.8.4 to 7.8.7).
 *
 * An asynchronous operation moves its data when it is initiated; its result, and the wait of its UPC_OUT_ mode, are for the
 * function that completes it. */
#include <errno.h>
#include <string.h>
#include <upc_types.h>

#include "../base/log.h"
#include "../coll/sync.h"
#include "../core/lock.h"
#include "file.h"
#include "transfer.h"

enum { OUT_MODES = UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC };

/* One call of the sixteen. */
struct call {
  const char *name;
  bool write, async;
  int flags;
};

static struct upcr_io_span whole_span(const void *list, size_t i) { return ((const struct upcr_io_span *)list)[i]; }

static struct upcr_io_span local_entry(const void *list, size_t i) {
  const struct upc_local_memvec *v = (const struct upc_local_memvec *)list + i;
  return (struct upcr_io_span){.local = v->baseaddr, .length = v->len};
}

static struct upcr_io_span shared_entry(const void *list, size_t i) {
  const struct upc_shared_memvec *v = (const struct upc_shared_memvec *)list + i;
  return (struct upcr_io_span){.base = v->baseaddr.p, .block = v->blocksize, .length = v->len};
}

/* Strong consistency takes the flags as ALLSYNC (7.8p16). */
static int flags_of(const struct upcr_io_file *file, const struct call *call) {
  return file->flags & IO_STRONG_CA ? UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC : call->flags;
}

static struct upcr_coll sync_of(const struct upcr_io_file *file, int flags) {
  return (struct upcr_coll){UPCR_ALL_FILE, flags, upcr_digest(0, file->handle)};
}

/* Ends the job for flags that cannot be; waits as the UPC_IN_ mode says. */
static struct upcr_io_file *begin(upcr_pts_t fd, const struct call *call) {
  struct upcr_io_file *file = upcr_io_file(fd, call->name);
  if (file) {
    struct upcr_coll sync = sync_of(file, flags_of(file, call));
    upcr_coll_enter(&sync);
  }
  return file;
}

static void leave(const struct upcr_io_file *file, int out_flags) {
  struct upcr_coll sync = sync_of(file, out_flags);
  upcr_coll_leave(&sync);
}

/* Waits as the UPC_OUT_ mode says, or leaves that and the result for the completing call. */
static int64_t end(struct upcr_io_file *file, const struct call *call, int64_t result) {
  int error = errno, out_flags = flags_of(file, call) & OUT_MODES;
  if (call->async) {
    file->pending = true;
    file->result = result;
    file->error = error;
    file->out_flags = out_flags;
    return 0;
  }
  leave(file, out_flags);
  errno = error;
  return result;
}

static int64_t fail(int error) {
  errno = error;
  return -1;
}

static bool may_move(const struct upcr_io_file *file, bool write) {
  return !(file->flags & (write ? IO_RDONLY : IO_WRONLY));
}

/* One thread's transfer: with strong consistency it is one piece to the others. */
static int64_t move(struct upcr_io_file *file, struct upcr_io_transfer *transfer) {
  if (!may_move(file, transfer->write))
    return fail(EBADF);
  transfer->fd = file->fd;
  if (!(file->flags & IO_STRONG_CA))
    return upcr_io_move(transfer);
  upcr_lock_acquire(file->handle, "a file with strong consistency");
  int64_t result = upcr_io_move(transfer);
  int error = errno;
  upcr_lock_release(file->handle, "a file with strong consistency");
  errno = error;
  return result;
}

/* The bytes of one buffer to or from the position `at`. */
static int64_t move_span(struct upcr_io_file *file, const struct call *call, const struct upcr_io_span *span,
                         off_t at) {
  struct upc_filevec where = {at, span->length};
  struct upcr_io_transfer transfer = {.write = call->write,
                                      .entry = whole_span,
                                      .memory = span,
                                      .memory_entries = 1,
                                      .file = &where,
                                      .file_entries = 1};
  return move(file, &transfer);
}

/* The threads of a common file pointer share the work: each takes one part of the bytes. */
static int64_t move_common(struct upcr_io_file *file, const struct call *call, struct upcr_io_span span) {
  size_t threads = (size_t)upcr_self.threads, me = (size_t)upcr_self.mythread;
  size_t part = span.length / threads, more = span.length % threads;
  span.skip = me * part + (me < more ? me : more);
  span.length = part + (me < more);
  int64_t moved = span.length ? move_span(file, call, &span, file->position + (off_t)span.skip) : 0;
  struct upcr_io_votes all = upcr_io_agree(file, moved < 0 ? errno : 0, moved < 0 ? 0 : (uint64_t)moved);
  return all.error ? fail((int)all.error) : (int64_t)all.bytes;
}

static int64_t move_buffer(struct upcr_io_file *file, const struct call *call, const struct upcr_io_span *span) {
  int64_t moved;
  if (!may_move(file, call->write))
    return fail(EBADF);
  if (file->flags & IO_COMMON_FP)
    moved = move_common(file, call, *span);
  else
    moved = span->length ? move_span(file, call, span, file->position) : 0;
  if (moved > 0)
    file->position += moved;
  return moved;
}

static int64_t buffer_call(upcr_pts_t fd, const struct call *call, struct upcr_io_span span, size_t size, size_t nmemb,
                           bool local) {
  struct upcr_io_file *file = begin(fd, call);
  if (!file)
    return -1;
  int64_t result;
  if (local && file->flags & IO_COMMON_FP)
    result = fail(EINVAL); /* 7.8.3p3 */
  else if (__builtin_mul_overflow(size, nmemb, &span.length) || span.length > INT64_MAX)
    result = fail(EOVERFLOW);
  else
    result = move_buffer(file, call, &span);
  return end(file, call, result);
}

static int64_t local_call(upcr_pts_t fd, const struct call *call, void *buffer, size_t size, size_t nmemb) {
  return buffer_call(fd, call, (struct upcr_io_span){.local = buffer}, size, nmemb, true);
}

static int64_t shared_call(upcr_pts_t fd, const struct call *call, upcr_ppts_t buffer, size_t blocksize, size_t size,
                           size_t nmemb) {
  return buffer_call(fd, call, (struct upcr_io_span){.base = buffer.p, .block = blocksize * size}, size, nmemb, false);
}

static size_t memory_total(const struct upcr_io_transfer *t) {
  size_t total = 0;
  for (size_t i = 0; i < t->memory_entries; i++)
    total += t->entry(t->memory, i).length;
  return total;
}

/* 7.8.6p9: offsets do not decrease, what is written does not overlap, and both lists have the same length. */
static bool list_is_valid(const struct upcr_io_transfer *t) {
  size_t total = 0;
  upc_off_t least = 0;
  for (size_t i = 0; i < t->file_entries; i++) {
    const struct upc_filevec *v = &t->file[i];
    if (v->len == 0)
      continue;
    if (v->offset < least)
      return false;
    least = v->offset + (t->write ? (upc_off_t)v->len : 0);
    total += v->len;
  }
  return total == memory_total(t);
}

static int64_t list_call(upcr_pts_t fd, const struct call *call, struct upcr_io_transfer transfer) {
  struct upcr_io_file *file = begin(fd, call);
  if (!file)
    return -1;
  transfer.write = call->write;
  return end(file, call, list_is_valid(&transfer) ? move(file, &transfer) : fail(EINVAL));
}

#define LIST(entry, mem, mems, files, filevecs)                                                                        \
  (struct upcr_io_transfer) { false, -1, entry, mem, mems, filevecs, files }

#define FUNCTIONS(direction, writes)                                                                                   \
  upc_off_t upc_all_f##direction##_local(upcr_pts_t fd, void *buffer, size_t size, size_t nmemb, int flags) {          \
    return local_call(fd, &(struct call){__func__, writes, false, flags}, buffer, size, nmemb);                        \
  }                                                                                                                    \
  void upc_all_f##direction##_local_async(upcr_pts_t fd, void *buffer, size_t size, size_t nmemb, int flags) {         \
    local_call(fd, &(struct call){__func__, writes, true, flags}, buffer, size, nmemb);                                \
  }                                                                                                                    \
  upc_off_t upc_all_f##direction##_shared(upcr_pts_t fd, upcr_ppts_t buffer, size_t blocksize, size_t size,            \
                                          size_t nmemb, int flags) {                                                   \
    return shared_call(fd, &(struct call){__func__, writes, false, flags}, buffer, blocksize, size, nmemb);            \
  }                                                                                                                    \
  void upc_all_f##direction##_shared_async(upcr_pts_t fd, upcr_ppts_t buffer, size_t blocksize, size_t size,           \
                                           size_t nmemb, int flags) {                                                  \
    shared_call(fd, &(struct call){__func__, writes, true, flags}, buffer, blocksize, size, nmemb);                    \
  }                                                                                                                    \
  upc_off_t upc_all_f##direction##_list_local(upcr_pts_t fd, size_t mems, const struct upc_local_memvec *mem,          \
                                              size_t files, const struct upc_filevec *filevec, int flags) {            \
    return list_call(fd, &(struct call){__func__, writes, false, flags},                                               \
                     LIST(local_entry, mem, mems, files, filevec));                                                    \
  }                                                                                                                    \
  void upc_all_f##direction##_list_local_async(upcr_pts_t fd, size_t mems, const struct upc_local_memvec *mem,         \
                                               size_t files, const struct upc_filevec *filevec, int flags) {           \
    list_call(fd, &(struct call){__func__, writes, true, flags}, LIST(local_entry, mem, mems, files, filevec));        \
  }                                                                                                                    \
  upc_off_t upc_all_f##direction##_list_shared(upcr_pts_t fd, size_t mems, const struct upc_shared_memvec *mem,        \
                                               size_t files, const struct upc_filevec *filevec, int flags) {           \
    return list_call(fd, &(struct call){__func__, writes, false, flags},                                               \
                     LIST(shared_entry, mem, mems, files, filevec));                                                   \
  }                                                                                                                    \
  void upc_all_f##direction##_list_shared_async(upcr_pts_t fd, size_t mems, const struct upc_shared_memvec *mem,       \
                                                size_t files, const struct upc_filevec *filevec, int flags) {          \
    list_call(fd, &(struct call){__func__, writes, true, flags}, LIST(shared_entry, mem, mems, files, filevec));       \
  }
FUNCTIONS(read, false)
FUNCTIONS(write, true)

/* 7.8.7.9p3: only what was begun can be waited for. */
static struct upcr_io_file *outstanding(upcr_pts_t fd, const char *what) {
  struct upcr_io_file *file = upcr_io_file_any(fd);
  if (file && !file->pending)
    upcr_fatal("%s of '%s' without an asynchronous operation outstanding (UPC 7.8.7)", what, file->name);
  return file;
}

static upc_off_t complete(struct upcr_io_file *file) {
  file->pending = false;
  leave(file, file->out_flags);
  if (file->result < 0)
    errno = file->error;
  return file->result;
}

upc_off_t upc_all_fwait_async(upcr_pts_t fd) {
  struct upcr_io_file *file = outstanding(fd, "upc_all_fwait_async");
  return file ? complete(file) : -1;
}

upc_off_t upc_all_ftest_async(upcr_pts_t fd, int *flag) {
  struct upcr_io_file *file = outstanding(fd, "upc_all_ftest_async");
  *flag = 1;
  return file ? complete(file) : -1;
}
