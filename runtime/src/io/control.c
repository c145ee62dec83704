/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
/* Positions, sizes and modes of an open file (UPC 7.8.3.3 to 7.8.3.8). */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/log.h"
#include "file.h"
#include "io_library.h"

enum { SEEK_FROM_START, SEEK_FROM_POSITION, SEEK_FROM_END };

enum {
  GET_CA_SEMANTICS = 1,
  SET_WEAK_CA,
  SET_STRONG_CA,
  GET_FP,
  SET_COMMON,
  SET_INDIVIDUAL,
  GET_FL,
  GET_FN,
  GET_HINTS,
  SET_HINT,
  ASYNC_OUTSTANDING
};

/* Errors of a pipe or /dev/null, which have nothing to flush, do not count. */
static int flush(struct upcr_io_file *file, int64_t unused) {
  (void)unused;
  return fsync(file->fd) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

int upcr_io_sync(struct upcr_io_file *file) { return upcr_io_by_thread_0(file, flush, 0); }

int upc_all_fsync(upcr_pts_t fd) {
  struct upcr_io_file *file = upcr_io_file(fd, "upc_all_fsync");
  return file ? upcr_io_status(upcr_io_sync(file)) : -1;
}

static off_t size_now(const struct upcr_io_file *file) {
  struct stat status;
  return fstat(file->fd, &status) == 0 ? status.st_size : -1;
}

static int see_size(struct upcr_io_file *file, int64_t unused) {
  (void)unused;
  file->size_seen = size_now(file);
  return file->size_seen < 0 ? errno : 0;
}

/* Collective: one size for all threads. */
static off_t agreed_size(struct upcr_io_file *file) {
  upcr_ppts_t size = {0, 0};
  if (upcr_io_status(upcr_io_by_thread_0(file, see_size, 0)) != 0)
    return -1;
  if (upcr_self.mythread == 0)
    size.p = (upcr_pts_t)file->size_seen;
  return (off_t)upcr_io_broadcast(file, size).p;
}

static off_t origin_position(struct upcr_io_file *file, int origin) {
  switch (origin) {
  case SEEK_FROM_START:
    return 0;
  case SEEK_FROM_POSITION:
    return file->position;
  case SEEK_FROM_END:
    return file->flags & IO_COMMON_FP ? agreed_size(file) : size_now(file);
  default:
    errno = EINVAL;
    return -1;
  }
}

upc_off_t upc_all_fseek(upcr_pts_t fd, upc_off_t offset, int origin) {
  struct upcr_io_file *file = upcr_io_file(fd, "upc_all_fseek");
  if (!file)
    return -1;
  off_t from = origin_position(file, origin), to;
  if (from < 0)
    return -1;
  if (__builtin_add_overflow(from, offset, &to) || to < 0) {
    errno = EINVAL;
    return -1;
  }
  file->position = to;
  return to;
}

static int set_size(struct upcr_io_file *file, int64_t size) {
  if (size < 0)
    return EINVAL;
  int error = flush(file, 0);
  if (error)
    return error;
  return ftruncate(file->fd, size) == 0 ? 0 : errno;
}

int upc_all_fset_size(upcr_pts_t fd, upc_off_t size) {
  struct upcr_io_file *file = upcr_io_file(fd, "upc_all_fset_size");
  return file ? upcr_io_status(upcr_io_by_thread_0(file, set_size, size)) : -1;
}

upc_off_t upc_all_fget_size(upcr_pts_t fd) {
  struct upcr_io_file *file = upcr_io_file(fd, "upc_all_fget_size");
  return file ? agreed_size(file) : -1;
}

static int preallocate(struct upcr_io_file *file, int64_t size) {
  if (size < 0)
    return EINVAL;
  int error = size == 0 ? 0 : posix_fallocate(file->fd, 0, size);
  if (error != EOPNOTSUPP)
    return error;
  /* The file system cannot preallocate: set the size only. */
  return size_now(file) >= size || ftruncate(file->fd, size) == 0 ? 0 : errno;
}

int upc_all_fpreallocate(upcr_pts_t fd, upc_off_t size) {
  struct upcr_io_file *file = upcr_io_file(fd, "upc_all_fpreallocate");
  return file ? upcr_io_status(upcr_io_by_thread_0(file, preallocate, size)) : -1;
}

/* Performs the implicit fsync of a change of mode, then replaces flag `off` by `on`. */
static int change_flags(struct upcr_io_file *file, int off, int on) {
  int error = upcr_io_sync(file);
  if (error == 0)
    file->flags = (file->flags & ~off) | on;
  return upcr_io_status(error);
}

static int change_pointer(struct upcr_io_file *file, int mode) {
  if (change_flags(file, IO_POINTERS, mode) != 0)
    return -1;
  file->position = 0;
  return 0;
}

static int set_hint(struct upcr_io_file *file, const struct upcr_io_hint *hint) {
  int error = upcr_io_sync(file);
  return upcr_io_status(error ? error : upcr_io_add_hint(file, hint));
}

/* The address at which a command stores its answer, a `type`; ends the job if it is null. */
static void *answer(const struct upcr_io_file *file, void *arg, const char *cmd, const char *type) {
  if (!arg)
    upcr_fatal(
        "upc_all_fcntl of '%s': 'arg' of %s is a null pointer: it must be the address of a '%s'",
        file->name, cmd, type);
  return arg;
}

static int command(struct upcr_io_file *file, int cmd, void *arg) {
  switch (cmd) {
  case GET_CA_SEMANTICS:
    return file->flags & IO_STRONG_CA;
  case SET_WEAK_CA:
    return change_flags(file, IO_STRONG_CA, 0);
  case SET_STRONG_CA:
    return change_flags(file, 0, IO_STRONG_CA);
  case GET_FP:
    return file->flags & IO_POINTERS;
  case SET_COMMON:
    return change_pointer(file, IO_COMMON_FP);
  case SET_INDIVIDUAL:
    return change_pointer(file, IO_INDIVIDUAL_FP);
  case GET_FL:
    return file->flags;
  case GET_FN:
    *(const char **)answer(file, arg, "UPC_GET_FN", "const char *") = file->name;
    return 0;
  case GET_HINTS:
    *(const struct upcr_io_hint **)answer(file, arg, "UPC_GET_HINTS", "const upc_hint_t *") =
        file->hints;
    return (int)file->hint_count;
  case SET_HINT:
    return set_hint(file, arg);
  default:
    return upcr_io_status(EINVAL);
  }
}

int upc_all_fcntl(upcr_pts_t fd, int cmd, void *arg) {
  const char *what = "upc_all_fcntl";
  struct upcr_io_file *file =
      cmd == ASYNC_OUTSTANDING ? upcr_io_file_any(fd) : upcr_io_file(fd, what);
  if (!file)
    return -1;
  return cmd == ASYNC_OUTSTANDING ? file->pending : command(file, cmd, arg);
}
