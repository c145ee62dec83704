#define _GNU_SOURCE
#include "limits.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4352 };

/* The number in a one-line file, or UINT64_MAX where there is none ("max" included). */
static uint64_t read_number(const char *path) {
  char text[64];
  FILE *file = fopen(path, "re");
  if (!file)
    return UINT64_MAX;
  uint64_t value = UINT64_MAX;
  if (fgets(text, sizeof text, file) && text[0] >= '0' && text[0] <= '9')
    value = strtoull(text, 0, 10);
  fclose(file);
  return value;
}

/* The least limit of the group and those around it: a limit holds for everything below. */
static uint64_t least_upwards(const char *mount, char *group, const char *file) {
  uint64_t least = UINT64_MAX;
  for (;;) {
    char path[PATH_BYTES];
    if ((size_t)snprintf(path, sizeof path, "%s%s/%s", mount, group, file) < sizeof path) {
      uint64_t limit = read_number(path);
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
static uint64_t limit_of_line(char *line) {
  line[strcspn(line, "\n")] = 0;
  char *controllers = strchr(line, ':');
  if (!controllers)
    return UINT64_MAX;
  char *group = strchr(++controllers, ':');
  if (!group)
    return UINT64_MAX;
  *group++ = 0;
  if (*controllers == 0)
    return least_upwards("/sys/fs/cgroup", group, "memory.max");
  for (char *rest = 0, *name = strtok_r(controllers, ",", &rest); name; name = strtok_r(0, ",", &rest))
    if (strcmp(name, "memory") == 0)
      return least_upwards("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
  return UINT64_MAX;
}

static uint64_t control_group_limit(void) {
  char line[PATH_BYTES];
  uint64_t least = UINT64_MAX;
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (!file)
    return least;
  while (fgets(line, sizeof line, file)) {
    uint64_t limit = limit_of_line(line);
    if (limit < least)
      least = limit;
  }
  fclose(file);
  return least;
}

struct upcr_memory_limit upcr_memory_limit(void) {
  int saved = errno;
  uint64_t physical = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t group = control_group_limit();
  errno = saved;
  if (group < physical)
    return (struct upcr_memory_limit){group, "control group limit"};
  return (struct upcr_memory_limit){physical, "physical memory"};
}
