/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
/* upc_all_fopen and upc_all_fclose (UPC 7.8.3.1, 7.8.3.2): all threads succeed, or all fail with
 * one errno. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/log.h"
#include "../core/alloc.h"
#include "../core/barrier.h"
#include "file.h"
#include "io_library.h"

enum { DEFAULT_PERMISSIONS = 0666 };

static bool exactly_one(int bits) { return bits != 0 && (bits & (bits - 1)) == 0; }

static bool valid(int flags) {
  bool writable = flags & (IO_WRONLY | IO_RDWR);
  return exactly_one(flags & IO_ACCESS) && exactly_one(flags & IO_POINTERS) &&
         (!(flags & IO_EXCL) || flags & IO_CREATE) && (!(flags & IO_TRUNC) || writable);
}

static int access_of(int flags) {
  int access = flags & IO_RDONLY ? O_RDONLY : flags & IO_WRONLY ? O_WRONLY : O_RDWR;
  return access | O_CLOEXEC;
}

/* The hint "file_perm" is octal, as chmod takes it. */
static mode_t permissions(const struct upcr_io_file *file) {
  const char *text = upcr_io_hint(file, "file_perm");
  char *end;
  long mode = text ? strtol(text, &end, 8) : DEFAULT_PERMISSIONS;
  return text && (*end || end == text || mode < 0 || mode > 0777) ? DEFAULT_PERMISSIONS
                                                                  : (mode_t)mode;
}

static int open_by_name(struct upcr_io_file *file, int more, struct stat *status) {
  if (!file->name)
    return EINVAL;
  file->fd = open(file->name, access_of(file->flags) | more, permissions(file));
  if (file->fd < 0 || fstat(file->fd, status) != 0)
    return errno;
  if (S_ISDIR(status->st_mode))
    return EISDIR;
  return 0;
}

static struct upcr_io_control *control_here(const struct upcr_io_file *file) {
  return (struct upcr_io_control *)(void *)upcr_segment_address(file->handle);
}

/* Thread 0 creates and truncates the file, and records its identity. */
static int open_first(struct upcr_io_file *file, int64_t unused) {
  (void)unused;
  struct stat status;
  int create = (file->flags & IO_CREATE ? O_CREAT : 0) | (file->flags & IO_EXCL ? O_EXCL : 0);
  int error = open_by_name(file, create, &status);
  if (error)
    return error;
  if (upcr_io_same_file(status.st_dev, status.st_ino))
    return EBUSY; /* 7.8.3.1p9: already open */
  if (file->flags & IO_TRUNC) {
    if (ftruncate(file->fd, 0) != 0)
      return errno;
    status.st_size = 0;
  }
  struct upcr_io_control *control = control_here(file);
  control->device = status.st_dev;
  control->inode = status.st_ino;
  control->size = (uint64_t)status.st_size;
  return upcr_io_note_identity(file, control);
}

/* The others open what thread 0 opened. */
static int open_next(struct upcr_io_file *file, const struct upcr_io_control *control) {
  struct stat status;
  if (upcr_self.mythread != 0) {
    int error = open_by_name(file, 0, &status);
    if (!error && !upcr_io_is_same(file, &status, control))
      error = EINVAL; /* another file */
    if (error) {
      upcr_io_warn_of_hosts(file, control, error);
      return error;
    }
  }
  file->device = control->device;
  file->inode = control->inode;
  if (file->flags & IO_APPEND)
    file->position = (off_t)control->size;
  return upcr_io_enlist(file);
}

static int open_everywhere(struct upcr_io_file *file, int error_here) {
  if (upcr_self.mythread == 0)
    memset(control_here(file), 0, sizeof(struct upcr_io_control));
  int error = upcr_io_by_thread_0(file, open_first, 0);
  if (error)
    return error;
  struct upcr_io_control control;
  upcr_getb(&control, file->handle, sizeof control);
  return (int)upcr_io_agree(file, error_here ? error_here : open_next(file, &control), 0).error;
}

/* Null if thread 0's heap is full. */
static upcr_pts_t make_handle(int flags) {
  upcr_pts_t handle = 0;
  if (upcr_self.mythread == 0)
    handle = upcr_alloc_own(sizeof(struct upcr_io_control), UPCR_HEAP_LINE);
  return upcr_collective_broadcast(UPCR_ALL_FILE, upcr_digest(0, (unsigned)flags),
                                   upcr_pp(handle, 0))
      .p;
}

static struct upcr_io_file *make_record(upcr_pts_t handle, int flags) {
  struct upcr_io_file *file = calloc(1, sizeof *file);
  if (!file)
    upcr_fatal("upc_all_fopen: out of memory");
  file->handle = handle;
  file->thread = upcr_self.mythread;
  file->fd = -1;
  file->flags = flags;
  return file;
}

/* Collective: after it no thread uses the handle. */
static void release(struct upcr_io_file *file) {
  if (file->fd >= 0)
    close(file->fd);
  upcr_io_barrier(file);
  if (upcr_self.mythread == 0)
    upcr_free_shared(file->handle, "upc_all_fclose");
  upcr_io_free_hints(file);
  free(file->name);
  free(file);
}

upcr_pts_t upc_all_fopen(const char *fname, int flags, size_t numhints,
                         const struct upcr_io_hint *hints) {
  if (!valid(flags)) {
    errno = EINVAL;
    return 0;
  }
  upcr_pts_t handle = make_handle(flags);
  if (handle == 0) {
    errno = ENOMEM;
    return 0;
  }
  struct upcr_io_file *file = make_record(handle, flags);
  file->name = fname ? strdup(fname) : 0;
  int error = open_everywhere(file, upcr_io_add_hints(file, hints, numhints));
  if (error == 0)
    return handle;
  upcr_io_delist(file);
  release(file);
  errno = error;
  return 0;
}

static int delete_by_name(struct upcr_io_file *file, int64_t unused) {
  (void)unused;
  return unlink(file->name) == 0 || errno == ENOENT ? 0 : errno;
}

int upc_all_fclose(upcr_pts_t fd) {
  struct upcr_io_file *file = upcr_io_file_any(fd);
  if (!file)
    return -1;
  if (file->pending)
    return upcr_io_status(EBUSY);
  int error = upcr_io_sync(file);
  if (file->flags & IO_DELETE_ON_CLOSE) {
    int failed = upcr_io_by_thread_0(file, delete_by_name, 0);
    error = error ? error : failed;
  }
  upcr_io_delist(file);
  int failed = close(file->fd) == 0 ? 0 : errno;
  file->fd = -1;
  error = error ? error : (int)upcr_io_agree(file, failed, 0).error;
  release(file);
  return upcr_io_status(error);
}
