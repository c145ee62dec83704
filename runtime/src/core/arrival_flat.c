/* Few threads with a processor each: everyone writes its own line and reads all others'.
 *
 * A line's token of phase p is in token[p % 2], published by the release of `arrived` = p + 1. It is overwritten by the owner's
 * arrival at p + 2, which comes after everyone's at p + 1, and so after everyone has read it. For the same reason a line
 * is at most one phase ahead of a reader. */
#include <stdatomic.h>

#include "../base/atomics.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "arrival.h"

static struct upcr_barrier_line *line_of(int thread) { return &upcr_job->core->line[thread]; }

static void arrive(uint32_t phase, uint64_t token) {
  struct upcr_barrier_line *own = line_of(upcr_self.mythread);
  own->token[phase % 2] = token;
  atomic_store_explicit(&own->arrived, phase + 1, memory_order_release);
  upcr_full_fence(); /* between the publication and the look at who sleeps (base/wait.c) */
  upcr_arrival_wake_all();
}

/* Phases are counted modulo 2^32: one ahead is the farthest. */
static bool has_arrived(const struct upcr_barrier_line *line, uint32_t phase) {
  return atomic_load_explicit(&line->arrived, memory_order_acquire) - (phase + 1) <= 1;
}

static bool complete(uint32_t phase) {
  for (int t = 0; t < upcr_self.threads; t++)
    if (!has_arrived(line_of(t), phase))
      return false;
  return true;
}

static struct upcr_tokens tokens(uint32_t phase) {
  struct upcr_tokens all = {0, 0};
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_tokens_add(&all, line_of(t)->token[phase % 2]);
  return all;
}

const struct upcr_arrival upcr_arrival_flat = {arrive, complete, tokens};
