/* SPDX-License-Identifier: Apache-2.0 */
#include "no_object.h"

#include <stdio.h>

#include "../base/null_hint.h"
#include "segment.h"

/* The first half of page 0 is taken for what a null pointer reaches, the second for what a negative
 * index does. */
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

static const char *plural(size_t n) { return n == 1 ? "" : "s"; }

void upcr_explain_place(int by, int thread, size_t offset, char *out, size_t n) {
  size_t before = UPCR_STATIC_BASE - offset;
  *out = 0;
  if (offset == 0 && thread == 0)
    snprintf(out, n, "a null pointer-to-shared was used%s", upcr_null_hint(by));
  else if (offset < NEAR_NULL)
    snprintf(out, n,
             "a null pointer-to-shared was used that was moved by %zu byte%s and %d thread%s%s",
             offset, plural(offset), thread, plural((size_t)thread), upcr_null_hint(by));
  else if (offset < UPCR_STATIC_BASE)
    snprintf(out, n,
             "this is %zu byte%s before the shared objects of thread %d: a negative index, or a "
             "pointer-to-shared that "
             "was moved too far back",
             before, plural(before), thread);
}
