/* SPDX-License-Identifier: Apache-2.0 */
/* For few threads with a processor each: a thread writes its own lines and reads those of all
 * others. It never reads its own lines: the others' reads have taken them, and fetching them back
 * costs a sixth of a barrier.
 *
 * A thread's arrival at phase p, and the token that it brings, are one word in line[thread][p % 2].
 * The owner's arrival at p + 2 overwrites it. That is after all arrivals at p + 1, so after all
 * threads have read it. An arrival is one store: between two stores a waiting reader would steal
 * the line. */
#include <stdatomic.h>

#include "../base/atomics.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "arrival.h"

static _Atomic uint64_t *word_of(int thread, uint32_t phase) {
  return &upcr_job->core->line[thread][phase % 2].word;
}

/* The word for an arrival at `phase` with a token. The line identifies the thread, so the phase
 * takes the bits of the token's thread. */
static uint64_t make_word(uint32_t phase, uint64_t token) {
  return upcr_token_meaning(token) | (uint64_t)((phase + 1) & UPCR_TOKEN_THREADS) << 32;
}

/* The token that a thread brought to the phase. */
static uint64_t token_of(int thread, uint32_t phase) {
  if (thread == upcr_self.mythread)
    return atomic_load_explicit(&upcr_job->thread[thread].barrier_token, memory_order_relaxed);
  uint64_t meaning =
      upcr_token_meaning(atomic_load_explicit(word_of(thread, phase), memory_order_relaxed));
  return meaning == 0 ? 0 : meaning | (uint64_t)thread << 32;
}

/* The exchange publishes the arrival and everything that the thread did before. It is also the
 * fence before the test for sleepers (base/wait.c). */
static void arrive(uint32_t phase, uint64_t token, const struct upcr_barrier_work *work) {
  (void)work;
  atomic_exchange_explicit(word_of(upcr_self.mythread, phase), make_word(phase, token),
                           memory_order_seq_cst);
  upcr_fence_beside_rmw();
  upcr_arrival_wake_all();
}

/* A word in this phase's lines belongs to p or to p - 2. The load pairs with the exchange. */
static bool has_come(int thread, uint32_t phase) {
  uint64_t word = atomic_load_explicit(word_of(thread, phase), memory_order_acquire);
  return (word >> 32 & UPCR_TOKEN_THREADS) == ((phase + 1) & UPCR_TOKEN_THREADS);
}

static bool complete(uint32_t phase) {
  for (int t = 0; t < upcr_self.threads; t++)
    if (t != upcr_self.mythread && !has_come(t, phase))
      return false;
  return true;
}

static bool watch(uint32_t phase) {
  int polls = upcr_watch_polls();
  for (int t = 0; t < upcr_self.threads; t++)
    while (t != upcr_self.mythread && !has_come(t, phase))
      if (--polls <= 0)
        return false;
  return true;
}

static struct upcr_tokens tokens(uint32_t phase) {
  struct upcr_tokens all = {0, 0};
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_tokens_add(&all, token_of(t, phase));
  return all;
}

const struct upcr_arrival upcr_arrival_flat = {arrive, complete, watch, tokens, .has_last = false};
