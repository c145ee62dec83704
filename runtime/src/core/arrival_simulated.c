/* SPDX-License-Identifier: Apache-2.0 */
/* The barrier of a simulated job. One thread runs at a time, so plain words hold the arrivals and
 * their tokens; sim/ computes when each thread learns of the release. */
#include "../base/simulated.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "arrival.h"

/* The last thread's work takes virtual time, in which others may run, so they are woken after it.
 * release() takes time too before it begins the count of the next phase. `completed` is stored
 * last: a thread that left sooner could arrive again, and its arrival would be lost. */
static void arrive(uint32_t phase, uint64_t token, const struct upcr_barrier_work *work) {
  static struct upcr_tokens all;
  struct upcr_barrier_outcome *outcome = &upcr_job->core->outcome;
  upcr_tokens_add(&all, token);
  if (!upcr_simulated->arrive())
    return;
  if (work && !all.dissent)
    work->serve(work->arg);
  outcome->consensus = all.consensus;
  outcome->dissent = all.dissent;
  all = (struct upcr_tokens){0, 0};
  upcr_simulated->release(phase);
  atomic_store_explicit(&outcome->completed, phase + 1, memory_order_release);
}

static bool complete(uint32_t phase) {
  return atomic_load_explicit(&upcr_job->core->outcome.completed, memory_order_acquire) ==
         phase + 1;
}

static struct upcr_tokens tokens(uint32_t phase) {
  const struct upcr_barrier_outcome *outcome = &upcr_job->core->outcome;
  struct upcr_tokens all = {outcome->consensus, outcome->dissent};
  upcr_simulated->leave(phase);
  return all;
}

const struct upcr_arrival upcr_arrival_simulated = {arrive, complete, complete, tokens,
                                                    .has_last = true};
