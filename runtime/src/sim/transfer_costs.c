/* SPDX-License-Identifier: Apache-2.0 */
/* Hockney's model at each level: latency and time per byte (R. Hockney, The communication challenge
 * for MPP, 1994). Messages share a node's link in each direction, the links of its group, and the
 * memory of a region. Each of these serves one message at a time. */
#include "transfer_costs.h"

#include <stdlib.h>

#include "../topo/topo.h"

struct upcr_platform upcr_platform;

/* A resource that serves one request at a time: when it is free again. */
struct port {
  int64_t free;
};

static struct {
  int nodes, groups, regions; /* regions of all nodes together */
  struct port *out, *in;      /* [nodes] */
  struct port *processor;     /* [nodes]: answers reads */
  struct port *up, *down;     /* [groups] */
  struct port *pair;          /* [groups * groups]: links from one to another, if limited */
  struct port *memory;        /* [regions] */
  struct port *receiver;      /* [threads]: matches messages */
  struct port *endpoint;      /* [processes] of all nodes, at most one for each core */
  double *slow_node, *slow_link;
  uint64_t random;
} model;

static int64_t bytes(int64_t each, size_t n) {
  return (int64_t)((__int128)each * (int64_t)n / UPCR_SIM_PER_BYTE);
}

int upcr_sim_node_of(int thread) { return upcr_topo_position(thread, UPCR_LEVEL_NODE)->group; }

static int region_of(int thread) { return upcr_topo_position(thread, UPCR_LEVEL_REGION)->group; }

int upcr_sim_nodes(void) { return model.nodes; }

static int group_of(int node) {
  return upcr_platform.group_nodes ? node / (int)upcr_platform.group_nodes : 0;
}

static double *factors(const struct upcr_sim_slow *list, int count) {
  double *factor = malloc((size_t)model.nodes * sizeof *factor);
  for (int node = 0; factor && node < model.nodes; node++)
    factor[node] = 1;
  for (int i = 0; factor && i < count; i++)
    if (list[i].node < model.nodes)
      factor[list[i].node] = list[i].factor;
  return factor;
}

static struct port *ports(int count) { return calloc((size_t)count, sizeof(struct port)); }

int upcr_sim_model_create(int threads) {
  const struct upcr_platform *p = &upcr_platform;
  model.nodes = upcr_sim_node_of(threads - 1) + 1;
  model.groups = group_of(model.nodes - 1) + 1;
  model.regions = upcr_topo.groups[UPCR_LEVEL_REGION];
  model.out = ports(model.nodes);
  model.in = ports(model.nodes);
  model.processor = ports(model.nodes);
  model.up = ports(model.groups);
  model.down = ports(model.groups);
  model.pair = ports(p->pair_byte ? model.groups * model.groups : 1);
  model.memory = ports(model.regions);
  model.receiver = ports(threads);
  model.endpoint = ports(model.nodes * (int)(p->regions * p->cores));
  model.slow_node = factors(p->slow_node, p->slow_nodes);
  model.slow_link = factors(p->slow_link, p->slow_links);
  model.random = (uint64_t)p->seed * 2 + 1;
  return model.out && model.in && model.processor && model.up && model.down && model.pair &&
                 model.memory && model.receiver && model.endpoint && model.slow_node &&
                 model.slow_link
             ? 0
             : -1;
}

/* Occupies the port for `takes`, from `at` or from when it is free. Returns the end. */
static int64_t serve(struct port *port, int64_t at, int64_t takes) {
  port->free = (port->free > at ? port->free : at) + takes;
  return port->free;
}

int64_t upcr_sim_line(int reader, int writer) {
  return region_of(reader) == region_of(writer) ? upcr_platform.region_latency
                                                : upcr_platform.node_latency;
}

int64_t upcr_sim_copy(int to, int from, size_t n, int64_t at) {
  const struct upcr_platform *p = &upcr_platform;
  int near = region_of(to) == region_of(from), cached = n <= (size_t)p->cache_size;
  int64_t byte = near ? p->region_byte : p->node_byte;
  if (!cached && byte < p->uncached_byte)
    byte = p->uncached_byte;
  int64_t done = at +
                 (to == from ? 0
                  : near     ? p->region_latency
                             : p->node_latency) +
                 bytes(byte, n);
  if (!p->memory_byte || cached)
    return done;
  int64_t read = serve(&model.memory[region_of(from)], at, bytes(p->memory_byte, n));
  int64_t written = near ? read : serve(&model.memory[region_of(to)], at, bytes(p->memory_byte, n));
  int64_t last = read > written ? read : written;
  return last > done ? last : done;
}

/* xorshift64* (S. Vigna, An experimental exploration of Marsaglia's xorshift generators, 2016): a
 * number from 0 to 1. */
static double chance(void) {
  model.random ^= model.random >> 12;
  model.random ^= model.random << 25;
  model.random ^= model.random >> 27;
  return (double)(model.random * 0x2545f4914f6cdd1du >> 11) / 9007199254740992.0;
}

static int64_t wires(int from, int to) {
  return upcr_platform.network_latency +
         (group_of(from) != group_of(to) ? upcr_platform.group_latency : 0);
}

static int64_t link_time(int node, size_t n) {
  int64_t takes = bytes(upcr_platform.network_byte, n);
  if (takes < upcr_platform.network_gap)
    takes = upcr_platform.network_gap;
  return (int64_t)((double)takes * model.slow_link[node]);
}

/* Consecutive threads of a node share a process. */
static struct port *endpoint_of(int thread) {
  const struct upcr_platform *p = &upcr_platform;
  int of_node = (int)(p->regions * p->cores), each = (int)p->process_threads;
  int processes = (of_node + each - 1) / each;
  return &model.endpoint[upcr_sim_node_of(thread) * processes + thread % of_node / each];
}

int64_t upcr_sim_send(int thread, int64_t at) {
  const struct upcr_platform *p = &upcr_platform;
  int64_t ready = at + p->overhead;
  return p->process_threads > 1 ? serve(endpoint_of(thread), ready, p->process_lock) : ready;
}

int64_t upcr_sim_answer(int node, bool reads, int64_t at) {
  const struct upcr_platform *p = &upcr_platform;
  return reads && p->read_overhead ? serve(&model.processor[node], at, p->read_overhead)
                                   : at + p->overhead;
}

int64_t upcr_sim_receive(int thread, int64_t at) {
  int64_t takes = upcr_platform.receive_overhead;
  return takes ? serve(&model.receiver[thread], at, takes) : at;
}

/* When n bytes that arrive from `at` on have passed the links between two groups. */
static int64_t leave_group(int from, int to, size_t n, int64_t at) {
  const struct upcr_platform *p = &upcr_platform;
  int64_t through = at;
  if (p->group_byte) {
    int64_t takes = bytes(p->group_byte, n);
    int64_t up = serve(&model.up[from], at, takes);
    through = serve(&model.down[to], up - takes, takes);
  }
  if (p->pair_byte) {
    int64_t takes = bytes(p->pair_byte, n);
    int64_t pair = serve(&model.pair[from * model.groups + to], at, takes);
    through = pair > through ? pair : through;
  }
  return through;
}

int64_t upcr_sim_message(int from, int to, size_t n, int64_t at) {
  const struct upcr_platform *p = &upcr_platform;
  int64_t sends = link_time(from, n), receives = link_time(to, n);
  int64_t sent = serve(&model.out[from], at, sends);
  if (group_of(from) != group_of(to)) {
    int64_t left = leave_group(group_of(from), group_of(to), n, sent - sends);
    sent = left > sent ? left : sent;
  }
  int64_t latency = wires(from, to);
  if (p->jitter > 0)
    latency += (int64_t)((double)(latency + sends) * p->jitter * chance());
  /* Cut through: the slower of both links takes the message while the other one does. */
  return serve(&model.in[to], sent + latency - (sends < receives ? sends : receives), receives);
}

int64_t upcr_sim_latency(int from, int to, size_t n) {
  int64_t sends = link_time(from, n), receives = link_time(to, n);
  return 2 * upcr_platform.overhead + wires(from, to) + (sends > receives ? sends : receives);
}

double upcr_sim_slowness(int node) { return model.slow_node[node]; }
