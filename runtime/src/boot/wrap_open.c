/* SPDX-License-Identifier: Apache-2.0 */
/* open and the like, for output opened by name (output_by_name.h). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/types.h>

#include "output_by_name.h"

/* The result fd of a call that opens path, or its second try. */
static int opened(int fd, int folder, const char *path, int flags) {
  if (fd >= 0 || errno != ENXIO || (flags & O_ACCMODE) == O_RDONLY)
    return fd;
  int own = upcr_output_by_name(folder, path);
  return own < 0 ? -1 : fcntl(own, flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
}

static int takes_mode(int flags) { return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE; }

#define READ_MODE(mode, flags)                                                                     \
  mode_t mode = 0;                                                                                 \
  if (takes_mode(flags)) {                                                                         \
    va_list rest;                                                                                  \
    va_start(rest, flags);                                                                         \
    mode = va_arg(rest, mode_t);                                                                   \
    va_end(rest);                                                                                  \
  }

#define WRAP_OPEN(name)                                                                            \
  int __real_##name(const char *path, int flags, ...);                                             \
  int __wrap_##name(const char *path, int flags, ...);                                             \
  int __wrap_##name(const char *path, int flags, ...) {                                            \
    READ_MODE(mode, flags)                                                                         \
    return opened(__real_##name(path, flags, mode), AT_FDCWD, path, flags);                        \
  }

#define WRAP_OPENAT(name)                                                                          \
  int __real_##name(int folder, const char *path, int flags, ...);                                 \
  int __wrap_##name(int folder, const char *path, int flags, ...);                                 \
  int __wrap_##name(int folder, const char *path, int flags, ...) {                                \
    READ_MODE(mode, flags)                                                                         \
    return opened(__real_##name(folder, path, flags, mode), folder, path, flags);                  \
  }

/* Called in place of open without a mode under _FORTIFY_SOURCE. */
#define WRAP_CHECKED_OPEN(name)                                                                    \
  int __real_##name(const char *path, int flags);                                                  \
  int __wrap_##name(const char *path, int flags);                                                  \
  int __wrap_##name(const char *path, int flags) {                                                 \
    return opened(__real_##name(path, flags), AT_FDCWD, path, flags);                              \
  }

#define WRAP_CHECKED_OPENAT(name)                                                                  \
  int __real_##name(int folder, const char *path, int flags);                                      \
  int __wrap_##name(int folder, const char *path, int flags);                                      \
  int __wrap_##name(int folder, const char *path, int flags) {                                     \
    return opened(__real_##name(folder, path, flags), folder, path, flags);                        \
  }

#define WRAP_CREAT(name)                                                                           \
  int __real_##name(const char *path, mode_t mode);                                                \
  int __wrap_##name(const char *path, mode_t mode);                                                \
  int __wrap_##name(const char *path, mode_t mode) {                                               \
    return opened(__real_##name(path, mode), AT_FDCWD, path, O_WRONLY);                            \
  }

WRAP_OPEN(open)
WRAP_OPEN(open64)
WRAP_OPENAT(openat)
WRAP_OPENAT(openat64)
WRAP_CHECKED_OPEN(__open_2)
WRAP_CHECKED_OPEN(__open64_2)
WRAP_CHECKED_OPENAT(__openat_2)
WRAP_CHECKED_OPENAT(__openat64_2)
WRAP_CREAT(creat)
WRAP_CREAT(creat64)
