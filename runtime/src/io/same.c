/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "same.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../base/log.h"
#include "../core/remote.h"

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
