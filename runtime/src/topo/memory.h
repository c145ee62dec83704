/* SPDX-License-Identifier: Apache-2.0 */
/* Memory near a NUMA region, by system calls: libnuma would be one library more. */
#ifndef UPCR_TOPO_MEMORY_H
#define UPCR_TOPO_MEMORY_H

#include <stddef.h>

enum { UPCR_REGIONS_MAX = 1024 };

/* Pages of [start, start + bytes) that are not there yet come from the region's memory while it has
 * some, whoever touches them first; for shared memory this holds in all processes. start:
 * page-aligned. region: the system's number, below UPCR_REGIONS_MAX. Returns 0, or -1 with errno.
 */
int upcr_memory_prefer(void *start, size_t bytes, int region);

/* The region in whose memory the page at `address` lies, -1 if it is not there or the system does
 * not say. */
int upcr_memory_region_of(void *address);

/* The region that upcr_memory_prefer named for the page, -1: none. */
int upcr_memory_preferred(void *address);

#endif
