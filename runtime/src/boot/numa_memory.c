/* SPDX-License-Identifier: Apache-2.0 */
/* Places each thread's segment in the NUMA region of its processor. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/log.h"
#include "../base/settings.h"
#include "../mem/segment.h"
#include "../topo/machine.h"
#include "../topo/topo.h"
#include "boot.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14; older kernels refuse it */
#endif

static char note[160];

const char *upcr_boot_memory_note(void) { return note; }

/* The policy of shared memory holds in every process. */
void upcr_boot_place_memory(void) {
  int placed = 0, first = upcr_job->config.first, end = upcr_job->config.end;
  if (!upcr_settings.firsttouch || upcr_topo.machine.regions < 2 || upcr_topo.machine.synthetic)
    return;
  for (int t = first; t < end; t++) {
    int region = upcr_topo_memory_region(t);
    if (region < 0)
      continue;
    if (upcr_memory_prefer(upcr_segment_base(t), upcr_job->segment_stride, region) != 0) {
      snprintf(note, sizeof note, "where it is first touched: mbind to NUMA region %d: %s", region,
               strerror(errno));
      return;
    }
    placed++;
  }
  snprintf(note, sizeof note, "%d of %d segments in the NUMA region of their thread", placed,
           end - first);
}

static void touch(char *at, const char *end, size_t page) {
  for (; at < end; at += page)
    __atomic_fetch_or(
        at, 0, __ATOMIC_RELAXED); /* a write that changes nothing: others may write already */
}

void upcr_boot_take_heap(int thread) {
  char *start = upcr_segment_base(thread) + upcr_job->heap_base;
  size_t bytes = upcr_job->heap_end - upcr_job->heap_base, page = (size_t)sysconf(_SC_PAGESIZE);
  start -= (size_t)start % page;
  int status;
  do
    status = madvise(start, bytes, MADV_POPULATE_WRITE);
  while (status != 0 && errno == EINTR);
  if (status != 0 && errno == EINVAL)
    touch(start, start + bytes, page);
  else if (status != 0)
    upcr_fatal("UPC_FORCETOUCH: the %zu MB of the thread's shared heap: %s; ask for less with "
               "upcrun -shared-heap",
               bytes >> 20, strerror(errno));
}
