/* SPDX-License-Identifier: Apache-2.0 */
/* For any number of threads: a tree of counters with UPCR_BARRIER_FAN threads or children each. If
 * threads share processors, a leaf is a processor with all threads that begin there (mem/job.c).
 *
 * Memory order: by the counters on its way the last thread at the root acquires what all threads
 * did before they arrived. They acquire its work, if it serves a call, with the outcome.
 *
 * Only the last thread to arrive at a node reads it, clears it for the next phase and carries its
 * tokens up. The last one at the root writes the outcome and releases everyone through one line. A
 * thread enters a node for phase p + 1 only after it has seen p complete, so after the node was
 * cleared. The outcome of p is overwritten when the last thread arrives at p + 1, after everyone
 * has read it. */
#include <stdatomic.h>

#include "../base/atomics.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "arrival.h"
#include "node_barrier.h"

enum {
  POLLS = 512,       /* per thread of the leaf, some 350 ns: less than a turn of waiting threads */
  POLLS_MOST = 4096, /* some 3 us */
  SKIPS_MOST = 63    /* barriers */
};

/* The leaf that the caller was the last to reach, while threads of other leaves were missing; 0:
 * none. */
static UPCR_PER_THREAD struct upcr_barrier_node *completed_leaf;

/* Relaxed: the arrival that follows publishes it, and the last thread to arrive acquires it. */
static void note(struct upcr_barrier_node *node, uint64_t token) {
  uint64_t consensus = 0, none = 0;
  if (token == 0 ||
      atomic_compare_exchange_strong_explicit(&node->consensus, &consensus, token,
                                              memory_order_relaxed, memory_order_relaxed))
    return;
  if (upcr_token_meaning(consensus) != upcr_token_meaning(token))
    atomic_compare_exchange_strong_explicit(&node->dissent, &none, token, memory_order_relaxed,
                                            memory_order_relaxed);
}

static struct upcr_tokens take_tokens(struct upcr_barrier_node *node) {
  struct upcr_tokens all = {atomic_load_explicit(&node->consensus, memory_order_relaxed),
                            atomic_load_explicit(&node->dissent, memory_order_relaxed)};
  if (all.consensus) {
    atomic_store_explicit(&node->consensus, 0, memory_order_relaxed);
    atomic_store_explicit(&node->dissent, 0, memory_order_relaxed);
  }
  atomic_store_explicit(&node->arrived, 0, memory_order_relaxed);
  return all;
}

/* True if all have arrived at the node; *carried is then the tokens of all. */
UPCR_HOT static bool enter(struct upcr_barrier_node *node, uint32_t entries,
                           struct upcr_tokens *carried) {
  note(node, carried->consensus);
  note(node, carried->dissent);
  if (atomic_fetch_add_explicit(&node->arrived, 1, memory_order_seq_cst) + 1 != entries)
    return false;
  *carried = take_tokens(node);
  return true;
}

/* The release of `completed` pairs with the acquire in complete(). */
void upcr_arrival_release(uint32_t phase, struct upcr_tokens all) {
  struct upcr_barrier_outcome *outcome = &upcr_job->core->outcome;
  if (outcome->consensus != all.consensus) /* between two stores a reader steals the line */
    outcome->consensus = all.consensus;
  if (outcome->dissent != all.dissent)
    outcome->dissent = all.dissent;
  atomic_store_explicit(&outcome->completed, phase + 1, memory_order_release);
  upcr_full_fence(); /* between the publication and the test for sleepers (base/wait.c) */
  upcr_arrival_wake_all();
}

/* Climbs the tree above `width` entries, from entry `index`, as long as the caller is the last at a
 * node. True: all have arrived. */
static bool climb(struct upcr_barrier_node *level, uint32_t index, uint32_t width,
                  struct upcr_tokens *carried) {
  do {
    uint32_t node = index / UPCR_BARRIER_FAN, skips = width - node * UPCR_BARRIER_FAN;
    if (!enter(&level[node], skips < UPCR_BARRIER_FAN ? skips : UPCR_BARRIER_FAN, carried))
      return false;
    index = node;
    width = (width + UPCR_BARRIER_FAN - 1) / UPCR_BARRIER_FAN;
    level += width;
  } while (width > 1);
  return true;
}

/* The same from the leaf on, if there are leaves. */
static bool come(struct upcr_tokens *carried) {
  const struct upcr_core_shared *core = upcr_job->core;
  uint32_t me = (uint32_t)upcr_self.mythread;
  const struct upcr_job_config *config = &upcr_job->config;
  if (core->leaves == 0)
    return climb(core->node, me - (uint32_t)config->first, (uint32_t)(config->end - config->first),
                 carried);
  uint32_t leaf = upcr_job->thread[me].leaf;
  if (!enter(&core->node[leaf], core->node[leaf].entries, carried))
    return false;
  if (core->leaves == 1 || climb(core->node + core->leaves, leaf, core->leaves, carried))
    return true;
  completed_leaf = &core->node[leaf];
  return false;
}

UPCR_HOT static void arrive(uint32_t phase, uint64_t token, const struct upcr_barrier_work *work) {
  struct upcr_tokens carried = {token, 0};
  completed_leaf = 0;
  if (!come(&carried)) {
    upcr_fence_beside_rmw();
    return;
  }
  upcr_arrival_fence_for_tsan();
  if (upcr_has_nodes()) {
    upcr_node_barrier_arrive(phase, carried);
    return;
  }
  if (work && !carried.dissent)
    work->serve(work->arg);
  upcr_arrival_release(phase, carried);
}

UPCR_HOT static bool complete(uint32_t phase) {
  return atomic_load_explicit(&upcr_job->core->outcome.completed, memory_order_acquire) ==
         phase + 1;
}

/* For the last of several threads of a processor. A yield would only run the others, which wait,
 * while the last thread on another processor is on its way. So this thread spins. If the barrier
 * does not complete in time (threads compute or have moved, or other programs run), the spin takes
 * the processor from a thread with work: after failures ever more barriers omit it.
 *
 * `backoff` and `skips` have one writer at a time: the last thread to arrive at the leaf in the
 * next phase arrives after the caller, which arrives after this. */
static bool spin_at_leaf(struct upcr_barrier_node *leaf, uint32_t phase) {
  if (leaf->skips > 0) {
    leaf->skips--;
    return complete(phase);
  }
  uint32_t polls = leaf->entries * POLLS;
  for (polls = polls < POLLS_MOST ? polls : POLLS_MOST; polls > 0; polls--)
    if (complete(phase)) {
      leaf->backoff /= 2;
      return true;
    }
  leaf->backoff = leaf->backoff < SKIPS_MOST ? leaf->backoff * 2 + 1 : SKIPS_MOST;
  leaf->skips = leaf->backoff;
  return false;
}

UPCR_HOT static bool watch(uint32_t phase) {
  if (completed_leaf && completed_leaf->entries > 1)
    return spin_at_leaf(completed_leaf, phase);
  for (int polls = upcr_watch_polls(); polls > 0; polls--)
    if (complete(phase))
      return true;
  return false;
}

UPCR_HOT static struct upcr_tokens tokens(uint32_t phase) {
  (void)phase;
  const struct upcr_barrier_outcome *outcome = &upcr_job->core->outcome;
  return (struct upcr_tokens){outcome->consensus, outcome->dissent};
}

const struct upcr_arrival upcr_arrival_tree = {arrive, complete, watch, tokens, .has_last = true};
