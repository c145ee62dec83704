/* SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#include "../base/control_group.h"
#include "boot.h"

enum { PATH_BYTES = 4352 };

static uint64_t whole_processors(uint64_t quota, uint64_t period) {
  if (quota == UINT64_MAX || quota == 0 || period == UINT64_MAX || period == 0)
    return UINT64_MAX;
  return quota / period + (quota % period != 0);
}

/* Version 2: "QUOTA PERIOD" or "max PERIOD", in microseconds. */
static uint64_t of_cpu_max(const char *folder) {
  char path[PATH_BYTES];
  unsigned long quota, period;
  if ((size_t)snprintf(path, sizeof path, "%s/cpu.max", folder) >= sizeof path)
    return UINT64_MAX;
  FILE *file = fopen(path, "re");
  if (!file)
    return UINT64_MAX;
  int fields = fscanf(file, "%lu %lu", &quota, &period);
  fclose(file);
  return fields == 2 ? whole_processors(quota, period) : UINT64_MAX;
}

/* Version 1: a file each; a quota of -1 is none. */
static uint64_t of_cfs(const char *folder) {
  return whole_processors(upcr_number_in(folder, "cpu.cfs_quota_us"),
                          upcr_number_in(folder, "cpu.cfs_period_us"));
}

static uint64_t quota_of(const char *folder) {
  uint64_t quota = of_cpu_max(folder);
  return quota == UINT64_MAX ? of_cfs(folder) : quota;
}

int upcr_boot_processor_quota(void) {
  uint64_t quota = upcr_least_limit("cpu", quota_of);
  return quota < INT_MAX ? (int)quota : INT_MAX;
}
