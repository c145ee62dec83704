/* SPDX-License-Identifier: Apache-2.0 */
#include "null_page.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/text.h"
#include "job.h"
#include "segment.h"

/* A guarded page costs two mappings in its process, and each fork copies them. If every process
 * guarded every page, the start would grow with the square of the threads (1000 processes: 2.5 s).
 * So in a larger job a process guards only thread 0's page and its own threads' pages. A loop with
 * affinity that begins at a null pointer reaches one of these. */
enum {
  GUARDED_BY_ALL = 64,
  GUARDED_PER_PROCESS = 4096 /* a process may have 65530 mappings */
};

/* Static shared data follow page 0 directly, so systems with larger pages cannot guard it. */
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

/* A fault in the first half of page 0 is reported as a null pointer, one in the second half as a
 * negative index. */
enum { NEAR_NULL = UPCR_STATIC_BASE / 2 };

bool upcr_place_of(const void *address, int *thread, size_t *offset) {
  const struct upcr_job_config *config = &upcr_job->config;
  uintptr_t at = (uintptr_t)address, from = (uintptr_t)upcr_segment_base(config->first),
            stride = upcr_job->segment_stride;
  if (at < from || (at - from) / stride >= (uintptr_t)(config->end - config->first))
    return false;
  *thread = config->first + (int)((at - from) / stride);
  *offset = (at - from) % stride;
  return true;
}

static const char *refused_hint(uint64_t refused) {
  static _Thread_local char hint[200];
  char heap[32];
  snprintf(hint, sizeof hint,
           "\n    an allocation of %llu bytes failed before: the shared heap has %s per thread"
           "\n    (upcrun -shared-heap changes that)",
           (unsigned long long)refused,
           upcr_size_format(upcr_job->heap_end - upcr_job->heap_base, heap, sizeof heap));
  return hint;
}

/* Usually thread 0 sets data that only one thread sets. */
const char *upcr_null_hint(int thread) {
  uint64_t refused = __atomic_load_n(&upcr_segment_header(thread)->refused, __ATOMIC_RELAXED);
  if (refused)
    return refused_hint(refused);
  return thread == 0 ? ""
                     : "\n    if another thread set the pointer: each thread has its own 'shared T "
                       "*p'; one for all "
                       "is 'shared T *shared p'";
}

void upcr_explain_place(int by, int thread, size_t offset, char *out, size_t n) {
  size_t before = UPCR_STATIC_BASE - offset;
  *out = 0;
  if (offset == 0 && thread == 0)
    snprintf(out, n, "a null pointer-to-shared was used%s", upcr_null_hint(by));
  else if (offset < NEAR_NULL)
    snprintf(out, n,
             "a null pointer-to-shared was used that was moved by %zu byte%s and %d thread%s%s",
             offset, upcr_plural(offset), thread, upcr_plural((size_t)thread), upcr_null_hint(by));
  else if (offset < UPCR_STATIC_BASE)
    snprintf(out, n,
             "this is %zu byte%s before the shared objects of thread %d: a negative index, or a "
             "pointer-to-shared that "
             "was moved too far back",
             before, upcr_plural(before), thread);
}
