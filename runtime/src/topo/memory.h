/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of a NUMA region, by system calls: libnuma would be another dependence. */
#ifndef UPCR_TOPO_MEMORY_H
#define UPCR_TOPO_MEMORY_H

#include <stddef.h>

enum { UPCR_REGIONS_MAX = 1024 };

/* Makes the system allocate future pages of [start, start + bytes) in the region's memory while it
 * has some, whichever thread touches them first; for shared memory in all processes. start:
 * page-aligned. region: the system's number, below UPCR_REGIONS_MAX. Returns 0, or -1 with
 * errno. */
int upcr_memory_prefer(void *start, size_t bytes, int region);

/* The region that has the page at `address`; -1 if the page is not allocated or the region
 * unknown. */
int upcr_memory_region_of(void *address);

/* The region that upcr_memory_prefer named for the page, -1: none. */
int upcr_memory_preferred(void *address);

#endif
