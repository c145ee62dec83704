/* SPDX-License-Identifier: Apache-2.0 */
/* Clock, threads and pointers of <bupc_extensions.h>. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../core/library.h"
#include "../core/poll.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "../topo/topo.h"
#include "bupc_library.h"

uint64_t bupc_ticks_now(void) { return upc_ticks_now(); }
uint64_t bupc_ticks_to_ns(uint64_t ticks) { return upc_ticks_to_ns(ticks); }
uint64_t bupc_ticks_to_us(uint64_t ticks) { return upc_ticks_to_ns(ticks) / 1000; }

double bupc_tick_granularityus(void) { return 0.001; }

double bupc_tick_overheadus(void) {
  enum { CALLS = 1000 };
  uint64_t start = upc_ticks_now(), end = start;
  for (int i = 0; i < CALLS; i++)
    end = upc_ticks_now();
  return (double)upc_ticks_to_ns(end - start) / 1000.0 / CALLS;
}

void bupc_poll(void) { upcr_poll_now(); }

void upc_poll(void) { upcr_poll_slow(); }

_Noreturn void bupc_exit(int status) { exit(status); }

char *bupc_getenv(const char *name) { return getenv(name); }

enum { SAME = 0, VERY_NEAR = 5, NEAR = 10, FAR = 15, VERY_FAR = 20 };

static bool together(int thread_x, int thread_y, enum upcr_topo_level level) {
  return upcr_topo_position(thread_x, level)->group == upcr_topo_position(thread_y, level)->group;
}

/* By the kind of access: very near is one NUMA region, near another region of mapped memory, far
 * unmapped memory of the same node, very far another node. */
unsigned bupc_thread_distance(int thread_x, int thread_y) {
  int width = upcr_job->config.pshm_width;
  if (thread_x == thread_y)
    return SAME;
  if (!together(thread_x, thread_y, UPCR_LEVEL_NODE))
    return VERY_FAR;
  if (width && thread_x / width != thread_y / width)
    return FAR;
  return together(thread_x, thread_y, UPCR_LEVEL_REGION) ? VERY_NEAR : NEAR;
}

void *bupc_cast(upcr_ppts_t ptr) { return upc_cast(ptr); }

/* Each process maps its segments at equal distances. */
upcr_ppts_t bupc_inverse_cast(void *ptr) {
  uintptr_t at = (uintptr_t)ptr, segments = (uintptr_t)upcr_segment_base(0);
  size_t stride = upcr_job->segment_stride;
  size_t thread = (at - segments) / stride, offset = (at - segments) % stride;
  bool mapped = at >= segments && thread < (size_t)upcr_self.threads && upcr_self.map[thread] != 0;
  if (!mapped || offset < UPCR_STATIC_BASE)
    return upcr_pp(0, 0);
  return upcr_pp(upcr_pts_make(thread, offset), 0);
}

int bupc_castable(upcr_ppts_t ptr) { return ptr.p == 0 || upc_cast(ptr) != 0; }

int bupc_thread_castable(int threadnum) {
  return threadnum >= 0 && upc_thread_info((size_t)threadnum).guaranteedCastable != 0;
}

int bupc_dump_shared(upcr_ppts_t ptr, char *buf, int maxlen) {
  char text[100];
  int length = ptr.p == 0
                   ? snprintf(text, sizeof text, "<NULL>")
                   : snprintf(text, sizeof text, "<thread=%lu, addrfield=%#lx, phase=%lu>",
                              upcr_thread(ptr.p), (unsigned long)upc_addrfield(ptr), ptr.phase);
  if (length >= maxlen)
    return -1;
  snprintf(buf, (size_t)maxlen, "%s", text);
  return 0;
}

upcr_ppts_t bupc_ptradd(upcr_ppts_t p, size_t blockelems, size_t elemsz, ptrdiff_t elemincr) {
  if (blockelems == 0)
    return upcr_pp(upcr_add0(p.p, elemincr * (long)elemsz), 0);
  if (blockelems == 1)
    return upcr_pp(upcr_add1(p.p, elemincr, elemsz), 0);
  return upcr_addb(p, elemincr, blockelems, elemsz);
}
