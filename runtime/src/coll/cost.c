/* SPDX-License-Identifier: Apache-2.0 */
#include "cost.h"

#include <string.h>

#include "../boot/collectives.h"
#include "constants.h"
#include "patterns/tree.h"

static const struct {
  const char *name;
  double value;
} parameters[UPCR_COST_PARAMETERS] = {
#define COST(name, text, value, unit, what) {text, value},
#include "costs.def"
};

static union {
  struct upcr_level_cost level[UPCR_COST_LEVELS]; /* first in costs.def */
  double of[UPCR_COST_PARAMETERS];
} values = {.of = {
#define COST(name, text, value, unit, what) value,
#include "costs.def"
            }};

double upcr_cost_parameter(enum upcr_cost_parameter parameter) { return values.of[parameter]; }

void upcr_cost_parameter_set(enum upcr_cost_parameter parameter, double value) {
  values.of[parameter] = value;
}

struct upcr_level_cost *upcr_cost_of(enum upcr_level level) {
  return &values.level[level];
}

void upcr_coll_costs_reset(void) {
  for (int i = 0; i < UPCR_COST_PARAMETERS; i++)
    values.of[i] = parameters[i].value;
}

int upcr_cost_parameter_find(const char *name) {
  for (int i = 0; i < UPCR_COST_PARAMETERS; i++)
    if (strcmp(parameters[i].name, name) == 0)
      return i;
  return -1;
}

unsigned upcr_coll_costs_digest(void) {
  uint32_t digest = 0;
  for (int i = 0; i < UPCR_COST_PARAMETERS; i++)
    digest = upcr_digest(digest, (uint64_t)(values.of[i] * 1e6));
  return digest;
}

static void raise_to(int *most, int count) { *most = count > *most ? count : *most; }

struct upcr_cost_machine upcr_cost_machine_of(const struct upcr_places *p) {
  struct upcr_cost_machine m = {.threads = p->threads, .nodes = p->nodes};
  for (int node = 0; node < p->nodes; node++) {
    raise_to(&m.regions, p->node[node + 1] - p->node[node]);
    raise_to(&m.node_threads, p->region[p->node[node + 1]] - p->region[p->node[node]]);
  }
  for (int region = 0; region < p->regions; region++)
    raise_to(&m.region_threads, p->region[region + 1] - p->region[region]);
  return m;
}

double upcr_cost_ns(const struct upcr_cost *cost) {
  double ns = 0, bytes = 0;
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    struct upcr_level_cost of = values.level[l];
    double of_bytes = cost->bytes[l] * of.byte;
    ns += cost->depth[l] * of.latency + cost->served[l] * of.gap;
    bytes = !cost->overlaps ? bytes + of_bytes : of_bytes > bytes ? of_bytes : bytes;
  }
  return ns + bytes;
}

enum { REGION = UPCR_WITHIN_REGION, NODE = UPCR_BETWEEN_REGIONS, NODES = UPCR_BETWEEN_NODES };

typedef const struct upcr_cost_machine machine;

static double lg(int n) { return upcr_ceil_log(n, 2); }

/* Steps at each level of a halving or doubling schedule by thread number. */
static struct upcr_cost by_halves(machine *m) {
  return (struct upcr_cost){.depth = {lg(m->region_threads), lg(m->regions), lg(m->nodes)},
                            .messages = m->threads * lg(m->threads)};
}

static struct upcr_cost with_bytes(struct upcr_cost c, double region, double nodes) {
  c.bytes[REGION] = region;
  c.bytes[NODES] = nodes;
  return c;
}

/* The same if threads of a node communicate with those of other nodes by number: they share the
 * node's link. */
static struct upcr_cost by_number(machine *m, double region, double nodes) {
  struct upcr_cost c = with_bytes(by_halves(m), region, nodes);
  c.served[NODES] = (m->node_threads - 1) * lg(m->nodes);
  return c;
}

/* Trees of n bytes over the levels, with `radix`; 0: flat within a region. */
static struct upcr_cost tree(machine *m, double n, int radix, bool is_flat) {
  const int count[] = {m->region_threads, m->regions, m->nodes};
  struct upcr_cost c = {.messages = m->threads};
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    bool flat = l == REGION && is_flat;
    double depth = flat ? count[l] > 1 : upcr_ceil_log(count[l], radix),
           children = flat ? count[l] - 1 : (radix - 1) * depth;
    c.depth[l] = depth;
    c.served[l] = children > depth ? children - depth : 0;
    c.bytes[l] = children * n;
  }
  return c;
}

/* Vectors that two children of each need, or have: of how many, the bytes. */
static double by_two(int count, double n) { return count > 2 ? 2 * n : count > 1 ? n : 0; }

/* A node's leader has two nodes below it and one thread of its own, others two threads;
 * fragments follow each other. */
static struct upcr_cost binary(machine *m, double n) {
  double fragment = n < UPCR_FRAGMENT ? n : UPCR_FRAGMENT, over_nodes = lg(m->nodes),
         in_node = m->node_threads > 1 ? lg(m->node_threads) + 1 : 0;
  return (struct upcr_cost){.depth = {in_node, 0, over_nodes},
                            .served = {m->node_threads > 2, 0, m->nodes > 2 ? over_nodes : 0},
                            .bytes = {by_two(m->node_threads, n) + in_node * fragment, 0,
                                      by_two(m->nodes, n) + over_nodes * fragment},
                            .messages = m->threads * (n / UPCR_FRAGMENT + 1),
                            .overlaps = true};
}

/* Up and down. If levels overlap, two children's vectors come up while one result goes down. */
static struct upcr_cost twice(struct upcr_cost c) {
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    c.depth[l] *= 2;
    c.served[l] *= 2;
    c.bytes[l] *= c.overlaps ? 1.5 : 2;
  }
  c.messages *= 2;
  return c;
}

/* Round all threads. */
static struct upcr_cost ring(machine *m, double region, double nodes) {
  struct upcr_cost c = {.messages = (double)m->threads * (m->threads - 1), .overlaps = true};
  c.depth[m->nodes > 1 ? NODES : m->regions > 1 ? NODE : REGION] = m->threads - 1;
  return with_bytes(c, region, nodes);
}

/* Depth and served of node and nodes, bytes of the two, messages. */
static struct upcr_cost two_levels(double depth, double depth_nodes, double served,
                                   double served_nodes, double bytes, double bytes_nodes,
                                   double messages) {
  return (struct upcr_cost){.depth = {depth, 0, depth_nodes},
                            .served = {served, 0, served_nodes},
                            .bytes = {bytes, 0, bytes_nodes},
                            .messages = messages};
}

struct weighing {
  upcr_may_serve *may_serve;
  const void *arg;
  const char *best;
  struct upcr_cost *cost; /* its */
};

static void weigh(struct weighing *w, const char *algorithm, struct upcr_cost cost) {
  if (!w->may_serve(w->arg, algorithm) || (w->best && upcr_cost_ns(&cost) >= upcr_cost_ns(w->cost)))
    return;
  w->best = algorithm;
  *w->cost = cost;
}

/* Bytes of the result of a reduction of elements, of which each thread folds its own. */
enum { RESULT = 32 };

/* All that are known, with T threads, t of a node, on P nodes. The root's blocks go straight from
 * or to its array; or one message a node, whose threads copy from or to its leader's buffer; or
 * down, or up, the binomial tree by number, half of what is left in each step. Where all threads
 * of a node speak in a step they share its link. Over leaders a node doubles, its leader over the
 * nodes; their results go down a tree. Of permute the barriers count that MYSYNC and ALLSYNC take;
 * of reduce_scatter n is a slice, which halving copies to the buffer too. */
static void weigh_all(struct weighing *w, enum upcr_collective operation, machine *m, double n) {
  double T = m->threads, t = m->node_threads, P = m->nodes, region_others = m->region_threads - 1,
         others = T - t, far = P > 1;
#define KNOWN(which, algorithm, ...)                                                               \
  if (operation == UPCR_ALL_##which)                                                               \
    weigh(w, algorithm, __VA_ARGS__);
  KNOWN(BROADCAST, "pull_binomial_flat", tree(m, n, 2, true))
  KNOWN(BROADCAST, "pull_binomial", tree(m, n, 2, false))
  KNOWN(BROADCAST, "pull_knomial_placed", tree(m, n, 4, false))
  KNOWN(BROADCAST, "pull_binary_static", binary(m, n))
#define ROOT(which, flat, tree)                                                                    \
  KNOWN(which, flat, two_levels(t > 1, far, t - 1, others, (t - 1) * n, others * n, 2 * T))        \
  KNOWN(which, "leaders", two_levels(2, far, 2 * (t - 1), P - 1, t * n, others * n, 2 * T))        \
  KNOWN(which, tree,                                                                               \
        (struct upcr_cost){.depth = {lg(m->region_threads), lg(m->regions), lg(m->nodes)},         \
                           .bytes = {2 * t * n, 0, others * n},                                    \
                           .messages = 2 * T})
  ROOT(SCATTER, "pull", "pull_binomial")
  ROOT(GATHER, "push", "push_binomial")
#undef ROOT
  KNOWN(GATHER_ALL, "bruck", by_number(m, T * n, t * others * n))
  KNOWN(GATHER_ALL, "ring_placed", ring(m, T * n, others * n))
  KNOWN(GATHER_ALL, "leaders",
        (struct upcr_cost){
            .depth = {region_others > 0 ? 2 : 0, m->regions > 1 ? 2 : 0, lg(m->nodes)},
            .served = {2 * region_others, 2.0 * (m->regions - 1)},
            .bytes = {region_others > 0 ? T * n * (1 + region_others / UPCR_READERS_OF_ONE) : 0, 0,
                      others * n},
            .messages = 2 * T + P * lg(m->nodes)})
  KNOWN(EXCHANGE, "bruck", by_number(m, T * n * (lg(m->threads) + 2), t * T * n / 2 * lg(m->nodes)))
  KNOWN(EXCHANGE, "pairwise",
        two_levels(t - 1, others, 0, 0, t * n, t * others * n, 2 * T * (T - 1)))
  KNOWN(EXCHANGE, "leaders",
        two_levels(t > 1 ? 4 : 0, 2 * far, 4 * (t - 1), 2 * (P - 1), 2 * T * n, t * others * n,
                   4 * T + P * (P - 1)))
  KNOWN(PERMUTE, "push", with_bytes(by_halves(m), far ? 0 : n, far * t * n))
  KNOWN(REDUCE, "push_binomial_flat", tree(m, RESULT, 2, true))
  KNOWN(REDUCE, "push_binomial", tree(m, RESULT, 2, false))
  KNOWN(REDUCE, "push_knomial_placed", tree(m, RESULT, 4, false))
  KNOWN(PREFIX_REDUCE, "doubling", by_number(m, 0, 0))
  KNOWN(PREFIX_REDUCE, "leaders",
        two_levels(2 * lg(m->node_threads), lg(m->nodes), 0, 0, 0, 0,
                   T * (lg(m->node_threads) + 1) + P * lg(m->nodes)))
  KNOWN(REDUCE_ALL, "binomial_flat", twice(tree(m, n, 2, true)))
  KNOWN(REDUCE_ALL, "knomial_placed", twice(tree(m, n, 4, false)))
  KNOWN(REDUCE_ALL, "binary_static", twice(binary(m, n)))
  KNOWN(REDUCE_ALL, "doubling", by_number(m, lg(m->node_threads) * n, t * lg(m->nodes) * n))
  KNOWN(REDUCE_ALL, "rabenseifner", with_bytes(twice(by_number(m, 0, 0)), 2 * n, far * 2 * t * n))
  KNOWN(REDUCE_ALL, "ring_placed", with_bytes(twice(ring(m, 0, 0)), 2 * n, far * 2 * n))
  KNOWN(REDUCE_SCATTER, "halving", by_number(m, 2 * T * n, t * others * n))
  KNOWN(REDUCE_SCATTER, "leaders",
        two_levels(4, 2 * far, 4 * (t - 1), 2 * (P - 1), 2 * T * n, others * n, 4 * T + P * P))
  KNOWN(REDUCE_SCATTER, "slices",
        two_levels(1, far, 2 * t, 2 * others, T * n, t * others * n, 2 * T * T))
  KNOWN(REDUCE_VECTOR, "binomial_flat", tree(m, n, 2, true))
  KNOWN(REDUCE_VECTOR, "knomial_placed", tree(m, n, 4, false))
  KNOWN(REDUCE_VECTOR, "binary_static", binary(m, n))
  KNOWN(REDUCE_VECTOR, "rabenseifner",
        with_bytes(twice(by_number(m, 0, 0)), 2 * n, far * 2 * t * n))
#undef KNOWN
}

const char *upcr_cost_choose(enum upcr_collective operation, const struct upcr_cost_machine *m,
                             size_t n, upcr_may_serve *may_serve, const void *arg,
                             struct upcr_cost *cost) {
  struct weighing w = {may_serve, arg, 0, cost};
  weigh_all(&w, operation, m, (double)n);
  return w.best;
}
