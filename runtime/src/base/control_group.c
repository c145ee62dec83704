/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "control_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4352 };

uint64_t upcr_number_in(const char *folder, const char *file) {
  char path[PATH_BYTES], text[64];
  uint64_t value = UINT64_MAX;
  if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, file) >= sizeof path)
    return value;
  FILE *in = fopen(path, "re");
  if (!in)
    return value;
  if (fgets(text, sizeof text, in) && text[0] >= '0' && text[0] <= '9')
    value = strtoull(text, 0, 10);
  fclose(in);
  return value;
}

static uint64_t least_upwards(const char *mount, char *group,
                              uint64_t (*limit_in)(const char *folder)) {
  uint64_t least = UINT64_MAX;
  for (;;) {
    char folder[PATH_BYTES];
    if ((size_t)snprintf(folder, sizeof folder, "%s%s", mount, group) < sizeof folder) {
      uint64_t limit = limit_in(folder);
      if (limit < least)
        least = limit;
    }
    char *slash = strrchr(group, '/');
    if (!slash)
      return least;
    *slash = 0;
  }
}

/* A line of /proc/self/cgroup: "0::/group" (version 2) or "N:controller,...:/group". */
static uint64_t limit_of_line(char *line, const char *controller,
                              uint64_t (*limit_in)(const char *folder)) {
  line[strcspn(line, "\n")] = 0;
  char *controllers = strchr(line, ':');
  char *group = controllers ? strchr(++controllers, ':') : 0;
  if (!group)
    return UINT64_MAX;
  *group++ = 0;
  if (*controllers == 0)
    return least_upwards("/sys/fs/cgroup", group, limit_in);
  for (char *rest = 0, *name = strtok_r(controllers, ",", &rest); name;
       name = strtok_r(0, ",", &rest))
    if (strcmp(name, controller) == 0) {
      char mount[64];
      snprintf(mount, sizeof mount, "/sys/fs/cgroup/%s", controller);
      return least_upwards(mount, group, limit_in);
    }
  return UINT64_MAX;
}

uint64_t upcr_least_limit(const char *controller, uint64_t (*limit_in)(const char *folder)) {
  char line[PATH_BYTES];
  uint64_t least = UINT64_MAX;
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (!file)
    return least;
  while (fgets(line, sizeof line, file)) {
    uint64_t limit = limit_of_line(line, controller, limit_in);
    if (limit < least)
      least = limit;
  }
  fclose(file);
  return least;
}
