/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
/* A pthread of the process performs an asynchronous transfer while the UPC thread continues
 * (background.c). This needs mapped memory, calls that need not be atomic to each other, and real
 * time: a pthread is no thread of a simulated machine. Otherwise the transfer is performed when it
 * is initiated, which may block (7.8.7p2). The function that completes it sets its result and the
 * file pointer, and waits as its UPC_OUT_ mode says. */
#include "operation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc_types.h>

#include "../base/log.h"
#include "../base/simulated.h"
#include "../base/wait.h"
#include "../check/check.h"
#include "../coll/call.h"
#include "../core/lock.h"

enum { OUT_MODES = UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC };

/* Strong consistency implies ALLSYNC (7.8p16). */
static int flags_of(const struct upcr_io_file *file, const struct upcr_io_call *call) {
  return file->flags & IO_STRONG_CA ? UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC : call->flags;
}

struct upcr_io_file *upcr_io_call_begin(upcr_pts_t fd, const struct upcr_io_call *call) {
  struct upcr_io_file *file = upcr_io_file(fd, call->name);
  if (file)
    upcr_bracket_begin(UPCR_ALL_FILE, flags_of(file, call), upcr_digest(0, file->handle));
  return file;
}

static bool may_move(const struct upcr_io_file *file, bool write) {
  return !(file->flags & (write ? IO_RDONLY : IO_WRONLY));
}

static bool all_mapped(void) {
  for (int t = 0; t < upcr_self.threads; t++)
    if (!upcr_self.map[t])
      return false;
  return true;
}

static void set_result(struct upcr_io_operation *operation, int64_t moved, int error) {
  operation->moved = moved;
  operation->error = moved < 0 ? error : 0;
}

/* With strong consistency one thread's transfer is atomic to the others. */
static void move_now(struct upcr_io_file *file, const struct upcr_io_transfer *transfer) {
  bool atomic = file->flags & IO_STRONG_CA;
  if (atomic)
    upcr_lock_acquire(file->handle, "a file with strong consistency");
  int64_t moved = upcr_io_move(transfer);
  int error = errno;
  if (atomic)
    upcr_lock_release(file->handle, "a file with strong consistency");
  set_result(&file->operation, moved, error);
}

static bool move_later(struct upcr_io_file *file, const struct upcr_io_transfer *transfer) {
  if (upcr_is_simulated() || !transfer->mapped || transfer->file_entries == 0 ||
      file->flags & IO_STRONG_CA)
    return false;
  struct upcr_io_work *work = upcr_io_work_make(transfer);
  if (!work || !upcr_io_background_start(work)) {
    free(work);
    return false;
  }
  file->operation.work = work;
  return true;
}

/* Takes the result of a pthread. */
static void collect(struct upcr_io_operation *operation) {
  struct upcr_io_work *work = operation->work;
  if (!work)
    return;
  set_result(operation, work->result, work->error);
  operation->work = 0;
  free(work);
}

/* Sums the threads' parts if the file pointer is common, then moves the pointer. */
static int64_t settle(struct upcr_io_file *file) {
  struct upcr_io_operation *o = &file->operation;
  collect(o);
  if (o->common) {
    struct upcr_io_votes all = upcr_io_agree(file, o->error, o->moved < 0 ? 0 : (uint64_t)o->moved);
    set_result(o, all.error ? -1 : (int64_t)all.bytes, (int)all.error);
  }
  if (o->uses_pointer && o->moved > 0)
    file->position += o->moved;
  upcr_bracket_end(UPCR_ALL_FILE, o->out_flags, upcr_digest(0, file->handle));
  if (o->moved < 0)
    errno = o->error;
  return o->moved;
}

static int64_t end(struct upcr_io_file *file, const struct upcr_io_call *call) {
  file->operation.out_flags = flags_of(file, call) & OUT_MODES;
  file->pending = call->async;
  return call->async ? 0 : settle(file);
}

int64_t upcr_io_call_fail(struct upcr_io_file *file, const struct upcr_io_call *call, int error) {
  file->operation = (struct upcr_io_operation){.moved = -1, .error = error};
  return end(file, call);
}

/* In checked code: ends the job unless all shared bytes of the transfer lie in live objects. */
static void check_memory(const struct upcr_io_call *call, const struct upcr_io_transfer *transfer) {
  char what[80];
  snprintf(what, sizeof what, "%s: %s", call->name, call->write ? "read" : "write");
  for (size_t i = 0; i < transfer->memory_entries; i++)
    for (int t = 0; t < upcr_self.threads && !transfer->memory[i].local; t++) {
      upcr_pts_t start;
      size_t nbytes;
      if (upcr_io_span_on(&transfer->memory[i], (size_t)t, &start, &nbytes))
        upcr_check_bytes(start, nbytes, what);
    }
}

int64_t upcr_io_call_move(struct upcr_io_file *file, const struct upcr_io_call *call,
                          struct upcr_io_transfer *transfer, bool uses_pointer) {
  if (!may_move(file, call->write))
    return upcr_io_call_fail(file, call, EBADF);
  if (upcr_check_on())
    check_memory(call, transfer);
  transfer->write = call->write;
  transfer->fd = file->fd;
  transfer->mapped = all_mapped();
  file->operation = (struct upcr_io_operation){
      .uses_pointer = uses_pointer, .common = uses_pointer && file->flags & IO_COMMON_FP};
  if (!call->async || !move_later(file, transfer))
    move_now(file, transfer);
  return end(file, call);
}

/* 7.8.7.9p3: only an operation under way can be waited for. */
static struct upcr_io_file *outstanding(upcr_pts_t fd, const char *what) {
  struct upcr_io_file *file = upcr_io_file_any(fd);
  if (file && !file->pending)
    upcr_fatal("%s of '%s' without an asynchronous operation outstanding (UPC 7.8.7)", what,
               file->name);
  return file;
}

static bool done_here(void *file) {
  const struct upcr_io_work *work = ((struct upcr_io_file *)file)->operation.work;
  return !work || upcr_io_work_done(work);
}

static upc_off_t complete(struct upcr_io_file *file) {
  file->pending = false;
  return settle(file);
}

upc_off_t upc_all_fwait_async(upcr_pts_t fd) {
  struct upcr_io_file *file = outstanding(fd, "upc_all_fwait_async");
  if (!file)
    return -1;
  upcr_wait_until(done_here, file, "upc_all_fwait_async");
  return complete(file);
}

/* The flag is the same on all threads (7.8.7.10p3): they count the finished ones. */
upc_off_t upc_all_ftest_async(upcr_pts_t fd, int *flag) {
  struct upcr_io_file *file = outstanding(fd, "upc_all_ftest_async");
  if (!flag)
    upcr_fatal("upc_all_ftest_async: 'flag' is a null pointer: it must be the address of an int");
  *flag = 1;
  if (!file)
    return -1;
  *flag = upcr_io_agree(file, 0, done_here(file)).bytes == (uint64_t)upcr_self.threads;
  return *flag ? complete(file) : 0;
}
