/* SPDX-License-Identifier: Apache-2.0 */
/* Any number of threads: a tree of counters, UPCR_BARRIER_FAN threads or nodes to each. Where
 * threads share processors its leaves are the processors, each with all threads that begin there
 * (mem/job.c).
 *
 * The last thread at the root has acquired what all did before they came, by the counters on the
 * way; what it does before it releases them, the work of all where it is to serve that, they
 * acquire with the outcome.
 *
 * The last to come to a node alone reads it, clears it for the next phase and carries its tokens to
 * the node above; the last at the root writes the outcome and releases everyone through one line. A
 * node is entered for phase p + 1 only by who has seen p complete, which its clearing precedes. The
 * outcome of p is overwritten when the last thread comes to p + 1, after everyone has read it. */
#include <stdatomic.h>

#include "../base/atomics.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "arrival.h"
#include "node_barrier.h"

enum {
  LOOKS = 512, /* for each thread of the processor, some 350 ns: less than the turn that it would
                  take in vain */
  LOOKS_MOST = 4096, /* some 3 us */
  REST_MOST = 63     /* barriers */
};

/* The leaf that the calling thread was the last to come to, and where others were missing still; 0:
 * it was not. */
static UPCR_PER_THREAD struct upcr_barrier_node *completed_leaf;

/* Relaxed: the arrival that follows publishes it, and whoever comes last acquires it. */
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

/* True if all have come to the node; *carried is then the tokens of all of them. */
UPCR_HOT static bool enter(struct upcr_barrier_node *node, uint32_t entries,
                           struct upcr_tokens *carried) {
  note(node, carried->consensus);
  note(node, carried->dissent);
  if (atomic_fetch_add_explicit(&node->arrived, 1, memory_order_seq_cst) + 1 != entries)
    return false;
  *carried = take_tokens(node);
  return true;
}

void upcr_arrival_release(uint32_t phase, struct upcr_tokens all) {
  struct upcr_barrier_outcome *outcome = &upcr_job->core->outcome;
  if (outcome->consensus != all.consensus) /* between two stores a reader takes the line away */
    outcome->consensus = all.consensus;
  if (outcome->dissent != all.dissent)
    outcome->dissent = all.dissent;
  atomic_store_explicit(&outcome->completed, phase + 1, memory_order_release);
  upcr_full_fence(); /* between the publication and the look at who sleeps (base/wait.c) */
  upcr_arrival_wake_all();
}

/* Enters the nodes above `width` entries, of which the caller is entry `index`, as far as it is the
 * last. True: all have come. */
static bool climb(struct upcr_barrier_node *level, uint32_t index, uint32_t width,
                  struct upcr_tokens *carried) {
  do {
    uint32_t node = index / UPCR_BARRIER_FAN, rest = width - node * UPCR_BARRIER_FAN;
    if (!enter(&level[node], rest < UPCR_BARRIER_FAN ? rest : UPCR_BARRIER_FAN, carried))
      return false;
    index = node;
    width = (width + UPCR_BARRIER_FAN - 1) / UPCR_BARRIER_FAN;
    level += width;
  } while (width > 1);
  return true;
}

/* The same from the leaf on, where there are leaves. */
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

/* By the last of several threads of a processor: a yield would go round all of them, who have come
 * too and wait, while the last thread on another processor is on its way. Where that does not come
 * in time, as others compute, or the threads have moved, or other programs run, the looks take from
 * a thread with work: after failures ever more barriers go by without.
 *
 * `vain` and `rest` have one writer at a time: who is the last to come to the leaf in the next
 * phase comes after the caller has, which is after this. */
static bool look_first(struct upcr_barrier_node *leaf, uint32_t phase) {
  if (leaf->rest > 0) {
    leaf->rest--;
    return complete(phase);
  }
  uint32_t looks = leaf->entries * LOOKS;
  for (looks = looks < LOOKS_MOST ? looks : LOOKS_MOST; looks > 0; looks--)
    if (complete(phase)) {
      leaf->vain /= 2;
      return true;
    }
  leaf->vain = leaf->vain < REST_MOST ? leaf->vain * 2 + 1 : REST_MOST;
  leaf->rest = leaf->vain;
  return false;
}

UPCR_HOT static bool watch(uint32_t phase) {
  if (completed_leaf && completed_leaf->entries > 1)
    return look_first(completed_leaf, phase);
  for (int looks = upcr_watch_looks(); looks > 0; looks--)
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
