/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "file.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/log.h"
#include "../boot/boot.h"
#include "../core/remote.h"

/* The open files of the process: the records of all its threads. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct upcr_io_file *files;
static pid_t owner; /* the process that closes them; 0 before the first */

/* Closes the files still open at the end, as upc_all_fclose does (7.8p5). A process forked by the
 * program leaves them open. */
static void close_at_exit(void) {
  if (getpid() != owner)
    return;
  upcr_io_background_drain();
  for (struct upcr_io_file *f = files; f; f = f->next) {
    fsync(f->fd);
    close(f->fd);
    if (f->flags & IO_DELETE_ON_CLOSE)
      unlink(f->name);
  }
}

int upcr_io_enlist(struct upcr_io_file *file) {
  int error = 0;
  pthread_mutex_lock(&mutex);
  if (owner != getpid() && upcr_boot_at_process_end(close_at_exit) != 0)
    error = ENOMEM;
  else {
    owner = getpid();
    file->next = files;
    files = file;
  }
  pthread_mutex_unlock(&mutex);
  return error;
}

void upcr_io_delist(struct upcr_io_file *file) {
  pthread_mutex_lock(&mutex);
  struct upcr_io_file **at = &files;
  while (*at && *at != file)
    at = &(*at)->next;
  if (*at)
    *at = file->next;
  pthread_mutex_unlock(&mutex);
}

struct upcr_io_file *upcr_io_same_file(uint64_t device, uint64_t inode) {
  pthread_mutex_lock(&mutex);
  struct upcr_io_file *f = files;
  while (f && !(f->thread == upcr_self.mythread && f->device == device && f->inode == inode))
    f = f->next;
  pthread_mutex_unlock(&mutex);
  return f;
}

struct upcr_io_file *upcr_io_file_any(upcr_pts_t handle) {
  pthread_mutex_lock(&mutex);
  struct upcr_io_file *f = files;
  while (f && !(f->thread == upcr_self.mythread && f->handle == handle))
    f = f->next;
  pthread_mutex_unlock(&mutex);
  if (!f)
    errno = EBADF;
  return f;
}

struct upcr_io_file *upcr_io_file(upcr_pts_t handle, const char *what) {
  struct upcr_io_file *f = upcr_io_file_any(handle);
  if (f && f->pending)
    upcr_fatal("%s of '%s' while an asynchronous operation on it is outstanding (UPC 7.8.3)", what,
               f->name);
  return f;
}

int upcr_io_status(int error) {
  if (error == 0)
    return 0;
  errno = error;
  return -1;
}

int upcr_io_note_identity(const struct upcr_io_file *file, struct upcr_io_control *control) {
  struct stat status;
  if (fstat(file->fd, &status) != 0)
    return errno;
  control->changed = status.st_mtim.tv_sec;
  control->changed_ns = status.st_mtim.tv_nsec;
  control->warned = 0;
  gethostname(control->host, sizeof control->host - 1);
  return 0;
}

bool upcr_io_is_same(const struct upcr_io_file *file, const struct stat *status,
                     const struct upcr_io_control *control) {
  if (upcr_in_node(0))
    return status->st_dev == control->device && status->st_ino == control->inode;
  if ((uint64_t)status->st_size != control->size || status->st_mtim.tv_sec != control->changed)
    return false;
  return file->flags & IO_RDONLY ||
         (status->st_ino == control->inode && status->st_mtim.tv_nsec == control->changed_ns);
}

void upcr_io_warn_of_hosts(const struct upcr_io_file *file, const struct upcr_io_control *control,
                           int error) {
  char host[UPCR_IO_HOST] = "";
  uint64_t nobody = 0;
  if (upcr_in_node(0) || !file->name || (error != ENOENT && error != EINVAL) ||
      !upcr_word_cas(file->handle + offsetof(struct upcr_io_control, warned), &nobody, 1))
    return;
  gethostname(host, sizeof host - 1);
  upcr_warn("upc_all_fopen of '%s': the file that thread 0 opened on host %s %s for thread %d on "
            "host %s: all hosts must "
            "share the folder",
            file->name, control->host, error == ENOENT ? "does not exist" : "is another one",
            upcr_self.mythread, host);
}
