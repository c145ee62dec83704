#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boot.h"

enum { GROUP_MAX = 3000, PATH_BYTES = 4096 };

static int whole_processors(long quota, long period) {
  if (quota <= 0 || period <= 0)
    return INT_MAX;
  long count = (quota + period - 1) / period;
  return count < INT_MAX ? (int)count : INT_MAX;
}

/* Version 2: "QUOTA PERIOD" or "max PERIOD" in cpu.max. */
static int quota_of_file(const char *path) {
  long quota, period;
  FILE *file = fopen(path, "re");
  if (!file)
    return INT_MAX;
  int fields = fscanf(file, "%ld %ld", &quota, &period);
  fclose(file);
  return fields == 2 ? whole_processors(quota, period) : INT_MAX;
}

/* The least quota of the group and those around it: each holds for everything below. */
static int least_quota(char *group) {
  int least = INT_MAX;
  for (;;) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", group);
    int quota = quota_of_file(path);
    if (quota < least)
      least = quota;
    char *slash = strrchr(group, '/');
    if (!slash)
      return least;
    *slash = 0;
  }
}

static long number_in(const char *path) {
  long number = -1;
  FILE *file = fopen(path, "re");
  if (!file)
    return -1;
  if (fscanf(file, "%ld", &number) != 1)
    number = -1;
  fclose(file);
  return number;
}

/* Version 1, as a container sees its own group. */
static int quota_version1(void) {
  return whole_processors(number_in("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
                          number_in("/sys/fs/cgroup/cpu/cpu.cfs_period_us"));
}

int upcr_boot_processor_quota(void) {
  char line[GROUP_MAX];
  int quota = quota_version1();
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (!file)
    return quota;
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "0::", 3) != 0)
      continue;
    int group = least_quota(line + 3);
    quota = group < quota ? group : quota;
  }
  fclose(file);
  return quota;
}
