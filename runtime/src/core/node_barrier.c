/* SPDX-License-Identifier: Apache-2.0 */
/* The barrier between nodes is a dissemination (Hensgen, Finkel, Manber 1988): in step i node k
 * sends its news to node k + 2^i, and continues when it has received those of node k - 2^i. After
 * ceil(log2 nodes) steps it has news of all nodes. Three to eight nodes tell node 0, which then
 * tells them: two messages follow each other, and fewer are sent. News are the tokens of the
 * barrier, and the value of the root of a collective of the core.
 *
 * Messages go to the first process of a node. A thread of that process runs the handler in a poll
 * or a wait, or its progress thread does. The handler stores the news in memory of the node, and
 * then advances the barrier. One thread of the node at a time advances it, for all: `calls` counts
 * the threads that want to; the one that raises it from 0 works until it can lower it to 0 again. A
 * thread publishes its change before it raises `calls`, and the worker reads after that, so no news
 * are overlooked.
 *
 * A message of phase p + 2 overwrites that of p. Its sender has left p + 1, so the receiver has
 * arrived at p + 1, which is after it has merged the news of p. */
#include "node_barrier.h"

#include <stdatomic.h>
#include <string.h>

#include "../check/arrivals.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "../net/net.h"
#include "arrival.h"
#include "tick.h"

static struct upcr_node_barrier *between(void) { return &upcr_job->core->between; }

static int nodes(void) { return upcr_job->config.nodes; }

/* A step of a node: it sends its news to node `to`, which keeps them at `place`, then waits for
 * those that come to `from`. -1: it sends none, or waits for none. */
struct step {
  int to, place, from;
};

static bool is_flat(void) { return upcr_node_barrier_is_flat(nodes()); }

static uint32_t steps(void) {
  uint32_t count = 0;
  if (is_flat())
    return upcr_job->config.node == 0 ? 2 * (uint32_t)nodes() - 2 : 1;
  while ((1 << count) < nodes())
    count++;
  return count;
}

static struct step step_of(uint32_t step) {
  int i = (int)step, node = upcr_job->config.node, others = nodes() - 1;
  if (!is_flat())
    return (struct step){(int)(((long)node + (1l << i)) % nodes()), i, i};
  if (node != 0)
    return (struct step){0, node - 1, 0};
  return i < others ? (struct step){-1, 0, i} : (struct step){i - others + 1, 0, -1};
}

/* arg[0]: the phase, arg[1]: the place; payload: the sender's news. */
static void send(uint32_t phase, struct step step, const struct upcr_node_barrier_news *news) {
  struct upcr_am message = {.handler = UPCR_AM_BETWEEN,
                            .arg = {phase, (uint64_t)step.place},
                            .length = sizeof *news,
                            .payload = (void *)news};
  upcr_net->am_post(upcr_job->config.node_first[step.to], &message);
}

static void merge(struct upcr_node_barrier_news *into, const struct upcr_node_barrier_news *from) {
  struct upcr_tokens all = {into->consensus, into->dissent};
  upcr_tokens_add(&all, from->consensus);
  upcr_tokens_add(&all, from->dissent);
  into->consensus = all.consensus;
  into->dissent = all.dissent;
  if (into->summary != from->summary || from->differs)
    into->differs = 1;
  if (!into->has_value && from->has_value) {
    into->has_value = 1;
    into->value = from->value;
  }
}

static void finish(uint32_t phase, const struct upcr_node_barrier_news *news) {
  if (news->has_value)
    upcr_job->core->broadcast[phase % 2] = news->value;
  between()->differs[phase % 2] = news->differs;
  upcr_arrival_release(phase, (struct upcr_tokens){news->consensus, news->dissent});
}

/* Advances the barrier as far as the received news allow. The acquire of `arrived` pairs with the
 * release in upcr_node_barrier_arrive, that of a message's phase with handle(). */
static void go_on(struct upcr_node_barrier *b) {
  uint32_t last = steps();
  while (b->phase != atomic_load_explicit(&b->arrived, memory_order_acquire)) {
    struct step step = step_of(b->step);
    if (b->step == 0 && !b->sent)
      b->news = b->own;
    if (step.to >= 0 && !b->sent)
      send(b->phase, step, &b->news);
    b->sent = 1;
    if (step.from >= 0) {
      const struct upcr_node_barrier_message *message = &b->received[b->phase % 2][step.from];
      if (atomic_load_explicit(&message->phase, memory_order_acquire) != b->phase + 1)
        return;
      merge(&b->news, &message->news);
    }
    b->sent = 0;
    if (++b->step < last)
      continue;
    b->step = 0;
    finish(b->phase++, &b->news);
  }
}

static void want_to_go_on(void) {
  struct upcr_node_barrier *b = between();
  if (atomic_fetch_add_explicit(&b->calls, 1, memory_order_seq_cst) != 0)
    return;
  for (uint32_t served = 1, left; served; served = left) {
    go_on(b);
    left = atomic_fetch_sub_explicit(&b->calls, served, memory_order_seq_cst) - served;
  }
}

static void handle(struct upcr_am *am) {
  struct upcr_node_barrier_message *message = &between()->received[am->arg[0] % 2][am->arg[1]];
  memcpy(&message->news, am->payload, sizeof message->news);
  am->length = 0;
  atomic_store_explicit(&message->phase, (uint32_t)am->arg[0] + 1, memory_order_release);
  want_to_go_on();
}

void upcr_node_barrier_start(void) { upcr_am_table[UPCR_AM_BETWEEN] = handle; }

bool upcr_node_barrier_differs(uint32_t phase) { return between()->differs[phase % 2] != 0; }

void upcr_node_barrier_give_value(uint32_t phase) { between()->has_value[phase % 2] = phase + 1; }

/* Only one thread writes `own` at a time: the threads of the node arrive at the next phase after
 * this one is complete. */
void upcr_node_barrier_arrive(uint32_t phase, struct upcr_tokens tokens) {
  upcr_ticks_keep();
  struct upcr_node_barrier *b = between();
  uint64_t summary = upcr_arrivals_kept() ? upcr_arrivals_summary(phase) : 0;
  b->own = (struct upcr_node_barrier_news){.consensus = tokens.consensus,
                                           .dissent = tokens.dissent,
                                           .summary = summary,
                                           .differs = summary == 0,
                                           .has_value = b->has_value[phase % 2] == phase + 1,
                                           .value = upcr_job->core->broadcast[phase % 2]};
  atomic_store_explicit(&b->arrived, phase + 1, memory_order_release);
  want_to_go_on();
  if (upcr_job->config.end - upcr_job->config.first > 1)
    upcr_arrival_wake_all(); /* waiters for the node only; raising `calls` was a full fence */
}

bool upcr_node_barrier_reached(uint32_t phase) {
  uint32_t arrived = atomic_load_explicit(&between()->arrived, memory_order_acquire);
  return (int32_t)(arrived - phase) > 0;
}
