/* Any number of threads: a tree of counters, UPCR_BARRIER_FAN threads or nodes to each.
 *
 * Who is the last at the root has acquired what all did before they came, by the counters on the way; what it does before it
 * releases them, the work of all where it is to serve that, they acquire with the outcome.
 *
 * The last to come to a node alone reads it, clears it for the next phase and carries its tokens to the node above; the
 * last at the root writes the outcome and releases everyone through one line. A node is entered for phase p + 1 only by
 * who has seen p complete, which its clearing precedes. The outcome of p is overwritten when the last thread comes to
 * p + 1, after everyone has read it. */
#include <stdatomic.h>

#include "../base/atomics.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "arrival.h"

/* A node of a level, and how many threads or nodes are below it. */
struct place {
  uint32_t node, entries;
};

/* Entry `index` of a level of `width` entries goes to a node with its neighbours. */
static struct place among_neighbours(uint32_t index, uint32_t width) {
  uint32_t node = index / UPCR_BARRIER_FAN, rest = width - node * UPCR_BARRIER_FAN;
  return (struct place){node, rest < UPCR_BARRIER_FAN ? rest : UPCR_BARRIER_FAN};
}

/* The same with every nodes-th entry: where threads share processors these are on one (boot/bind.c), in whose cache their node stays. */
static struct place among_every_nth(uint32_t index, uint32_t width, uint32_t nodes) {
  uint32_t node = index % nodes;
  return (struct place){node, (width - node + nodes - 1) / nodes};
}

/* Relaxed: the arrival that follows publishes it, and whoever comes last acquires it. */
static void note(struct upcr_barrier_node *node, uint64_t token) {
  uint64_t consensus = 0, none = 0;
  if (token == 0 || atomic_compare_exchange_strong_explicit(&node->consensus, &consensus, token, memory_order_relaxed,
                                                            memory_order_relaxed))
    return;
  if (upcr_token_meaning(consensus) != upcr_token_meaning(token))
    atomic_compare_exchange_strong_explicit(&node->dissent, &none, token, memory_order_relaxed, memory_order_relaxed);
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
static bool enter(struct upcr_barrier_node *node, uint32_t entries, struct upcr_tokens *carried) {
  note(node, carried->consensus);
  note(node, carried->dissent);
  if (atomic_fetch_add_explicit(&node->arrived, 1, memory_order_seq_cst) + 1 != entries)
    return false;
  *carried = take_tokens(node);
  return true;
}

static void release_all(uint32_t phase, struct upcr_tokens all) {
  struct upcr_barrier_outcome *outcome = &upcr_job->core->outcome;
  outcome->consensus = all.consensus;
  outcome->dissent = all.dissent;
  atomic_store_explicit(&outcome->completed, phase + 1, memory_order_release);
  upcr_full_fence(); /* between the publication and the look at who sleeps (base/wait.c) */
  upcr_arrival_wake_all();
}

static void arrive(uint32_t phase, uint64_t token, const struct upcr_barrier_work *work) {
  struct upcr_tokens carried = {token, 0};
  struct upcr_barrier_node *level = upcr_job->core->node;
  uint32_t index = (uint32_t)upcr_self.mythread, width = (uint32_t)upcr_self.threads;
  for (;;) {
    uint32_t nodes = (width + UPCR_BARRIER_FAN - 1) / UPCR_BARRIER_FAN;
    struct place at = level == upcr_job->core->node && upcr_job->config.oversubscribed
                          ? among_every_nth(index, width, nodes)
                          : among_neighbours(index, width);
    index = at.node;
    if (!enter(&level[index], at.entries, &carried)) {
      upcr_fence_beside_rmw();
      return;
    }
    width = nodes;
    if (width == 1)
      break;
    level += width;
  }
  if (work && !carried.dissent)
    work->serve(work->arg);
  release_all(phase, carried);
}

static bool complete(uint32_t phase) {
  return atomic_load_explicit(&upcr_job->core->outcome.completed, memory_order_acquire) == phase + 1;
}

static bool watch(uint32_t phase) {
  for (int looks = upcr_watch_looks(); looks > 0; looks--)
    if (complete(phase))
      return true;
  return false;
}

static struct upcr_tokens tokens(uint32_t phase) {
  (void)phase;
  const struct upcr_barrier_outcome *outcome = &upcr_job->core->outcome;
  return (struct upcr_tokens){outcome->consensus, outcome->dissent};
}

const struct upcr_arrival upcr_arrival_tree = {arrive, complete, watch, tokens, .has_last = true};
