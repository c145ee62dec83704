/* SPDX-License-Identifier: Apache-2.0 */
/* fopen and freopen, for output opened by name (output_by_name.h). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "output_by_name.h"

static const char stand_in[] = "/dev/null";

static int only_reads(const char *mode) { return mode[0] == 'r' && !strchr(mode, '+'); }

/* The stream is open on the stand-in, so it has the mode and the flags that were asked for; its
 * descriptor becomes `own`. Returns the stream, or 0 with errno. */
static FILE *lead_to(FILE *stream, int own) {
  if (!stream)
    return 0;
  int fd = fileno(stream), flags = fcntl(fd, F_GETFD);
  if (dup3(own, fd, flags >= 0 && flags & FD_CLOEXEC ? O_CLOEXEC : 0) >= 0)
    return stream;
  int saved = errno;
  fclose(stream);
  errno = saved;
  return 0;
}

/* freopen closes its stream before it can fail, perhaps the last one that leads to the output:
 * looks first. */
static int reopened_output(const char *path, const char *mode) {
  int own = path && !only_reads(mode) ? upcr_output_by_name(AT_FDCWD, path) : -1;
  return own < 0 ? -1 : fcntl(own, F_DUPFD_CLOEXEC, 0);
}

#define WRAP_FOPEN(name)                                                                           \
  FILE *__real_##name(const char *path, const char *mode);                                         \
  FILE *__wrap_##name(const char *path, const char *mode);                                         \
  FILE *__wrap_##name(const char *path, const char *mode) {                                        \
    FILE *stream = __real_##name(path, mode);                                                      \
    if (stream || errno != ENXIO || only_reads(mode))                                              \
      return stream;                                                                               \
    int own = upcr_output_by_name(AT_FDCWD, path);                                                 \
    return own < 0 ? 0 : lead_to(__real_##name(stand_in, mode), own);                              \
  }

#define WRAP_FREOPEN(name)                                                                         \
  FILE *__real_##name(const char *path, const char *mode, FILE *stream);                           \
  FILE *__wrap_##name(const char *path, const char *mode, FILE *stream);                           \
  FILE *__wrap_##name(const char *path, const char *mode, FILE *stream) {                          \
    int own = reopened_output(path, mode);                                                         \
    if (own < 0)                                                                                   \
      return __real_##name(path, mode, stream);                                                    \
    FILE *result = lead_to(__real_##name(stand_in, mode, stream), own);                            \
    close(own);                                                                                    \
    return result;                                                                                 \
  }

WRAP_FOPEN(fopen)
WRAP_FOPEN(fopen64)
WRAP_FREOPEN(freopen)
WRAP_FREOPEN(freopen64)
