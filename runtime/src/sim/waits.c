/* SPDX-License-Identifier: Apache-2.0 */
/* Waits, wakes, copies and barriers within a simulated job: the functions of base/simulated.h. */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/settings.h"
#include "../base/simulated.h"
#include "../base/system.h"
#include "../base/wait_reason.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "../topo/topo.h"
#include "scheduler.h"
#include "transfer_costs.h"
#include "sim.h"

enum {
  POLL = 100000,      /* ps, for each turn of a loop that waits without the runtime */
  READINGS = 1000000, /* of the clock at one time; a thread that reads it more often waits for it */
};

static double factor;                    /* of processor time; 0: computing takes no time */
static UPCR_PER_THREAD int64_t computed; /* ns of processor time already charged */

static int64_t processor_ns(void) { return upcr_clock_of(CLOCK_THREAD_CPUTIME_ID); }

void upcr_sim_charge_computing(void) {
  if (factor == 0)
    return;
  int64_t now = processor_ns();
  double slowness = upcr_sim_slowness(upcr_sim_node_of(upcr_self.mythread));
  upcr_sim_advance((int64_t)((double)(now - computed) * 1000 * factor * slowness));
  computed = processor_ns();
}

static void runtime_ends(void) {
  if (factor != 0)
    computed = processor_ns();
}

/* A publisher sees the thread asleep before its first test of `done`, and rings. The scheduler
 * keeps a ring that arrives while the thread does background work. A wait alone is for the thread's
 * own requests (transport.c). */
static void sleep_until_done(const struct upcr_waiting *wait) {
  struct upcr_job_thread *me = &upcr_job->thread[upcr_self.mythread];
  struct upcr_wait_reason outer = upcr_wait_set_reason(wait->reason);
  if (upcr_before_first_sleep)
    upcr_before_first_sleep();
  atomic_fetch_add_explicit(&me->asleep, 1, memory_order_seq_cst);
  while (!wait->done(wait->arg))
    if (wait->alone)
      upcr_sim_await();
    else if (!upcr_go_on())
      upcr_sim_sleep();
  atomic_fetch_sub_explicit(&me->asleep, 1, memory_order_relaxed);
  upcr_wait_set_reason(outer);
}

static void wait(const struct upcr_waiting *wait) {
  upcr_sim_charge_computing();
  if (!wait->done(wait->arg))
    sleep_until_done(wait);
  runtime_ends();
}

static int owner_of(const _Atomic uint32_t *bell) {
  return (int)(((const char *)bell - (const char *)&upcr_job->thread[0].bell) /
               (long)sizeof *upcr_job->thread);
}

/* Costs nothing between nodes: the event of a message rings at its target. */
static void ring(const _Atomic uint32_t *bell) {
  int thread = owner_of(bell), me = upcr_self.mythread;
  bool near = upcr_sim_node_of(thread) == upcr_sim_node_of(me);
  upcr_sim_wake(thread, upcr_sim_time() + (near ? upcr_sim_line(thread, me) : 0));
}

static void turn(void) {
  upcr_sim_charge_computing();
  upcr_sim_advance(POLL);
  runtime_ends();
}

/* Costs nothing for data from another node: they arrive in the thread's own memory. */
static void line(int thread) {
  int me = upcr_self.mythread;
  if (thread != me && upcr_sim_node_of(thread) == upcr_sim_node_of(me))
    upcr_sim_advance_to(upcr_sim_receive(me, upcr_sim_time() + upcr_sim_line(me, thread)));
}

static void copy(int to, int from, size_t n) {
  upcr_sim_charge_computing();
  int64_t copied = upcr_sim_copy(to, from, n, upcr_sim_time());
  upcr_sim_advance_to(to == from ? copied : upcr_sim_receive(to, copied));
  runtime_ends();
}

static void fold(size_t n) {
  upcr_sim_advance((int64_t)((__int128)upcr_platform.fold_byte * (int64_t)n / UPCR_SIM_PER_BYTE));
}

/* Advances the caller's clock, so the threads that call it take turns. */
static bool stuck(void) {
  if (!upcr_sim_stuck())
    return false;
  upcr_sim_advance(POLL);
  return true;
}

/* Measuring is free, but a loop that reads the clock until a certain time must get there. */
static int64_t now(void) {
  static UPCR_PER_THREAD int64_t last_read;
  static UPCR_PER_THREAD int readings;
  upcr_sim_charge_computing();
  if (upcr_sim_time() != last_read)
    readings = 0;
  else if (readings == READINGS)
    upcr_sim_advance(POLL);
  else
    readings++;
  last_read = upcr_sim_time();
  return last_read / 1000;
}

/* Times of the barrier of several nodes (core/node_barrier.c): a tree within each node, the first
 * node or dissemination between nodes, and one cache line that releases a node's threads. */
static struct {
  int count, nodes;
  int *threads;        /* [nodes] */
  int64_t *last;       /* [nodes]: last arrival of each, in the current phase */
  int64_t *release[2]; /* [nodes], by the phase's parity */
  int64_t *scratch;    /* [nodes] */
} barrier;

static int64_t line_in_node(void) {
  return upcr_platform.regions > 1 ? upcr_platform.node_latency : upcr_platform.region_latency;
}

static int levels_of(int entries) {
  int levels = 0;
  while (1 << levels < entries)
    levels++;
  return levels;
}

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* When the news that node `from` sends at `sent` are at node `to`. */
static int64_t arrives(int from, int to, int64_t sent) {
  return sent + upcr_sim_latency(from, to, 64);
}

/* The first node's messages leave one after the other. */
static void meet_at_first(int64_t *release) {
  int64_t sends = upcr_platform.overhead + upcr_platform.network_gap;
  for (int node = 1; node < barrier.nodes; node++)
    release[0] = later(release[0], arrives(node, 0, release[node]));
  for (int node = 1; node < barrier.nodes; node++)
    release[node] = arrives(0, node, release[0] + (node - 1) * sends);
}

static void disseminate(int64_t *release) {
  int nodes = barrier.nodes;
  for (int distance = 1; distance < nodes; distance *= 2) {
    for (int node = 0; node < nodes; node++) {
      int from = (node - distance + nodes) % nodes;
      barrier.scratch[node] = later(release[node], arrives(from, node, release[from]));
    }
    memcpy(release, barrier.scratch, (size_t)nodes * sizeof *release);
  }
}

static void meet(int64_t *release) {
  for (int node = 0; node < barrier.nodes; node++)
    release[node] = barrier.last[node] + levels_of(barrier.threads[node]) * line_in_node();
  if (upcr_node_barrier_is_flat(barrier.nodes))
    meet_at_first(release);
  else
    disseminate(release);
  for (int node = 0; node < barrier.nodes; node++)
    release[node] += barrier.threads[node] > 1 ? line_in_node() : 0;
}

/* Counts the thread's clock as an arrival of its node. */
static void note_arrival(void) {
  upcr_sim_charge_computing();
  int node = upcr_sim_node_of(upcr_self.mythread);
  if (upcr_sim_time() > barrier.last[node])
    barrier.last[node] = upcr_sim_time();
}

static bool arrive(void) {
  note_arrival();
  return ++barrier.count == upcr_self.threads;
}

static void release(uint32_t phase) {
  note_arrival();
  int64_t *at = barrier.release[phase % 2];
  meet(at);
  barrier.count = 0;
  for (int n = 0; n < barrier.nodes; n++)
    barrier.last[n] = 0;
  for (int t = 0; t < upcr_self.threads; t++)
    if (t != upcr_self.mythread)
      upcr_sim_wake(t, at[upcr_sim_node_of(t)]);
}

static void leave(uint32_t phase) {
  upcr_sim_advance_to(barrier.release[phase % 2][upcr_sim_node_of(upcr_self.mythread)]);
  runtime_ends();
}

static int create_barrier(int threads) {
  int nodes = barrier.nodes = upcr_sim_nodes();
  barrier.threads = calloc((size_t)nodes, sizeof(int));
  int64_t *times = calloc((size_t)nodes * 4, sizeof *times);
  if (!barrier.threads || !times)
    return -1;
  barrier.last = times;
  barrier.release[0] = times + nodes;
  barrier.release[1] = times + 2 * nodes;
  barrier.scratch = times + 3 * nodes;
  for (int t = 0; t < threads; t++)
    barrier.threads[upcr_sim_node_of(t)]++;
  return 0;
}

static struct upcr_simulated simulated = {
    .wait = wait,
    .ring = ring,
    .turn = turn,
    .line = line,
    .copy = copy,
    .fold = fold,
    .stuck = stuck,
    .now = now,
    .arrive = arrive,
    .release = release,
    .leave = leave,
};

/* Reads UPC_SIM_COMPUTE: "none" or a factor. */
static int read_factor(char *err, size_t errlen) {
  const char *text = upcr_settings.sim_compute;
  char *end;
  if (!*text || strcmp(text, "none") == 0)
    return 0;
  factor = strtod(text, &end);
  if (!*end && end != text && factor > 0 && factor <= 1e6)
    return 0;
  snprintf(
      err, errlen,
      "UPC_SIM_COMPUTE is '%s': it must be none, or a factor of measured processor time, above 0 "
      "and up to 1000000",
      text);
  return -1;
}

/* Threads fill the nodes in order. */
int upcr_sim_prepare(const char *text, int threads, const char **topology, char *err,
                     size_t errlen) {
  static char described[96];
  if (upcr_platform_read(&upcr_platform, text, err, errlen) != 0 || read_factor(err, errlen) != 0)
    return -1;
  const struct upcr_platform *p = &upcr_platform;
  long of_node = (long)(p->regions * p->cores), nodes = (threads + of_node - 1) / of_node;
  if (p->nodes && nodes > p->nodes) {
    snprintf(err, errlen,
             "%d threads (upcrun -n) are more than %s has cores: %ld nodes of %ld (upcrun -sim)",
             threads, p->name, (long)p->nodes, of_node);
    return -1;
  }
  for (int i = 0; i < p->slow_nodes + p->slow_links; i++) {
    const struct upcr_sim_slow *slow =
        i < p->slow_nodes ? &p->slow_node[i] : &p->slow_link[i - p->slow_nodes];
    if (slow->node < nodes)
      continue;
    snprintf(err, errlen, "slow.%s %ld:%g: the job has the nodes 0 to %ld (upcrun -sim)",
             i < p->slow_nodes ? "node" : "link", (long)slow->node, slow->factor, nodes - 1);
    return -1;
  }
  if (nodes > 1)
    snprintf(described, sizeof described, "machine:%ld numa:%ld core:%ld", nodes, (long)p->regions,
             (long)p->cores);
  else
    snprintf(described, sizeof described, "numa:%ld core:%ld", (long)p->regions, (long)p->cores);
  *topology = described;
  return 0;
}

int upcr_sim_start(int threads, char *err, size_t errlen) {
  if (upcr_sim_model_create(threads) != 0 || upcr_sim_scheduler_create(threads) != 0 ||
      upcr_sim_transport_create(threads) != 0 || create_barrier(threads) != 0) {
    snprintf(err, errlen, "out of memory: a simulated machine for %d threads", threads);
    return -1;
  }
  simulated.eager = (size_t)upcr_platform.eager_most;
  upcr_net = &upcr_net_sim;
  upcr_simulated = &simulated;
  return 0;
}

/* <upcx_sim.h>. */
void upcx_sim_compute(double seconds) {
  if (!upcr_is_simulated() || !(seconds > 0))
    return;
  double slowness = upcr_sim_slowness(upcr_sim_node_of(upcr_self.mythread));
  upcr_sim_advance((int64_t)(seconds * 1e12 * slowness));
  runtime_ends();
}

int upcx_sim_active(void) { return upcr_is_simulated(); }
