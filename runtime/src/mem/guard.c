/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <sys/mman.h>
#include <unistd.h>

#include "job.h"
#include "segment.h"

/* A guarded page costs its process two mappings, which each fork copies: a job in which every
 * process guarded every page would start in a time that grows with the square of its threads (1000
 * processes: 2.5 s). In a larger job a process guards thread 0's page and its own threads', where a
 * loop with affinity ends up that walks from a null pointer. */
enum {
  GUARDED_BY_ALL = 64,
  GUARDED_PER_PROCESS = 4096 /* a process may have 65530 mappings */
};

/* Static shared data follow page 0 at once, so a system with larger pages cannot have this. */
static int can_guard(void) { return sysconf(_SC_PAGESIZE) <= UPCR_STATIC_BASE; }

static void guard(int thread) { mprotect(upcr_segment_base(thread), UPCR_STATIC_BASE, PROT_NONE); }

void upcr_guard_job(void) {
  int first = upcr_job->config.first, threads = upcr_job->config.end - first;
  int guarded = threads <= GUARDED_BY_ALL ? threads : 1;
  for (int t = first; t < first + guarded && can_guard(); t++)
    guard(t);
}

void upcr_guard_thread(int thread) {
  const struct upcr_job_config *config = &upcr_job->config;
  if (config->end - config->first > GUARDED_BY_ALL &&
      config->pthreads_per_process <= GUARDED_PER_PROCESS && can_guard())
    guard(thread);
}
