/* SPDX-License-Identifier: Apache-2.0 */
#include "processor.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Copies the value of the first line "key : value" to out[n], or gives 0. */
static const char *value_of(const char *text, const char *key, char *out, size_t n) {
  size_t length = strlen(key);
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    if (strncmp(line, key, length) != 0)
      continue;
    const char *value = line + length + strspn(line + length, " \t");
    if (*value != ':')
      continue;
    value += 1 + strspn(value + 1, " \t");
    size_t size = strcspn(value, "\n");
    snprintf(out, n, "%.*s", (int)size, value);
    return size ? out : 0;
  }
  return 0;
}

const char *upcr_processor_name_in(const char *cpuinfo, char *name, size_t n) {
  char maker[40], part[40];
  if (value_of(cpuinfo, "model name", name, n))
    return name;
  if (!value_of(cpuinfo, "CPU implementer", maker, sizeof maker) ||
      !value_of(cpuinfo, "CPU part", part, sizeof part))
    return 0;
  snprintf(name, n, "implementer %s part %s", maker, part);
  return name;
}

const char *upcr_processor_name(char *name, size_t n) {
  char text[4096]; /* the first processors: the system writes the file as it is read */
  int fd = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
  ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0)
    close(fd);
  text[got > 0 ? got : 0] = 0;
  if (upcr_processor_name_in(text, name, n))
    return name;
  struct utsname system;
  snprintf(name, n, "%s", uname(&system) == 0 ? system.machine : "unknown");
  return name;
}
