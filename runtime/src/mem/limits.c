/* SPDX-License-Identifier: Apache-2.0 */
#include "limits.h"

#include <errno.h>
#include <unistd.h>

#include "../base/control_group.h"

static uint64_t limit_of(const char *folder) {
  uint64_t limit = upcr_number_in(folder, "memory.max");
  return limit == UINT64_MAX ? upcr_number_in(folder, "memory.limit_in_bytes")
                             : limit; /* version 2, or 1 */
}

struct upcr_memory_limit upcr_memory_limit(void) {
  int saved = errno;
  uint64_t physical = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t group = upcr_least_limit("memory", limit_of);
  errno = saved;
  if (group < physical)
    return (struct upcr_memory_limit){group, "control group limit"};
  return (struct upcr_memory_limit){physical, "physical memory"};
}
