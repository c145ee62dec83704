/* SPDX-License-Identifier: Apache-2.0 */
/* How much memory the job may use. */
#ifndef UPCR_MEM_LIMITS_H
#define UPCR_MEM_LIMITS_H

#include <stdint.h>

struct upcr_memory_limit {
  uint64_t bytes;
  const char *source; /* "physical memory" or "control group limit" */
};

/* The smaller of physical memory and the limits of the control groups (versions 1 and 2) around
 * this process. */
struct upcr_memory_limit upcr_memory_limit(void);

#endif
