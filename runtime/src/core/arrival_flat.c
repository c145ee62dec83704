/* SPDX-License-Identifier: Apache-2.0 */
/* Few threads with a processor each: everyone writes lines of its own and reads all others', but
 * never its own: whoever reads a line that others have just read waits while it comes back, a sixth
 * of a barrier.
 *
 * A thread's arrival at phase p, and the token that it brings, are one word in line[thread][p % 2].
 * It is overwritten by the owner's arrival at p + 2, which comes after everyone's at p + 1, and so
 * after everyone has read it. An arrival is one store: between two to the same line a waiting
 * reader would take the line away. */
#include <stdatomic.h>

#include "../base/atomics.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "arrival.h"

static _Atomic uint64_t *word_of(int thread, uint32_t phase) {
  return &upcr_job->core->line[thread][phase % 2].word;
}

/* Come to `phase` with a token: its thread is known by the line, and gives its place to the phases.
 */
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

/* The exchange publishes the arrival, with what the thread did before, and is the fence between
 * that and the look at who sleeps (base/wait.c). */
static void arrive(uint32_t phase, uint64_t token, const struct upcr_barrier_work *work) {
  (void)work;
  atomic_exchange_explicit(word_of(upcr_self.mythread, phase), make_word(phase, token),
                           memory_order_seq_cst);
  upcr_fence_beside_rmw();
  upcr_arrival_wake_all();
}

/* A word of this phase's lines is of p or of p - 2. The load pairs with the exchange. */
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
  int looks = upcr_watch_looks();
  for (int t = 0; t < upcr_self.threads; t++)
    while (t != upcr_self.mythread && !has_come(t, phase))
      if (--looks <= 0)
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
