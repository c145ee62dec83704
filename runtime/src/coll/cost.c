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

static double values[UPCR_COST_PARAMETERS] = {
#define COST(name, text, value, unit, what) value,
#include "costs.def"
};

double upcr_cost_parameter(enum upcr_cost_parameter parameter) { return values[parameter]; }

void upcr_cost_parameter_set(enum upcr_cost_parameter parameter, double value) {
  values[parameter] = value;
}

void upcr_coll_costs_reset(void) {
  for (int i = 0; i < UPCR_COST_PARAMETERS; i++)
    values[i] = parameters[i].value;
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
    digest = upcr_digest(digest, (uint64_t)(values[i] * 1e6));
  return digest;
}

enum { OF_LEVEL = 3 };

void upcr_cost_set(enum upcr_level level, struct upcr_level_cost cost) {
  double *of = &values[OF_LEVEL * (int)level];
  of[0] = cost.latency, of[1] = cost.gap, of[2] = cost.byte;
}

struct upcr_level_cost upcr_cost_of(enum upcr_level level) {
  const double *of = &values[OF_LEVEL * (int)level];
  return (struct upcr_level_cost){of[0], of[1], of[2]};
}

enum { REGION = UPCR_WITHIN_REGION, NODE = UPCR_BETWEEN_REGIONS, NODES = UPCR_BETWEEN_NODES };

struct upcr_cost_machine upcr_cost_machine_of(const struct upcr_places *p) {
  struct upcr_cost_machine m = {.threads = p->threads, .nodes = p->nodes};
  for (int node = 0; node < p->nodes; node++) {
    int regions = p->node[node + 1] - p->node[node];
    int threads = p->region[p->node[node + 1]] - p->region[p->node[node]];
    m.regions = regions > m.regions ? regions : m.regions;
    m.node_threads = threads > m.node_threads ? threads : m.node_threads;
  }
  for (int region = 0; region < p->regions; region++) {
    int threads = p->region[region + 1] - p->region[region];
    m.region_threads = threads > m.region_threads ? threads : m.region_threads;
  }
  return m;
}

double upcr_cost_ns(const struct upcr_cost *cost) {
  double ns = 0, slowest = 0;
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    struct upcr_level_cost of = upcr_cost_of((enum upcr_level)l);
    double bytes = cost->bytes[l] * of.byte;
    ns += cost->depth[l] * of.latency + cost->served[l] * of.gap + (cost->overlaps ? 0 : bytes);
    slowest = bytes > slowest ? bytes : slowest;
  }
  return cost->overlaps ? ns + slowest : ns;
}

typedef const struct upcr_cost_machine machine;

static double lg(int n) { return upcr_ceil_log(n, 2); }

/* Threads of other nodes, and steps at each level of a schedule by number that halves or
 * doubles. */
static double others(machine *m) { return m->threads - m->node_threads; }

static struct upcr_cost by_halves(machine *m) {
  return (struct upcr_cost){.depth = {lg(m->region_threads), lg(m->regions), lg(m->nodes)},
                            .messages = m->threads * lg(m->threads)};
}

/* The same where threads of a node speak with those of others by number: they share its link. */
static struct upcr_cost by_number(machine *m) {
  struct upcr_cost c = by_halves(m);
  c.served[NODES] = (m->node_threads - 1) * lg(m->nodes);
  return c;
}

/* Trees of n bytes over the levels: `radix`; in a region 0 is flat. */
static struct upcr_cost tree(machine *m, double n, int radix, bool is_flat) {
  const int count[] = {m->region_threads, m->regions, m->nodes};
  struct upcr_cost c = {.messages = m->threads};
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    double depth = l == REGION && is_flat ? count[l] > 1 : upcr_ceil_log(count[l], radix);
    double children = l == REGION && is_flat ? count[l] - 1 : (radix - 1) * depth;
    c.depth[l] = depth;
    c.served[l] = children > depth ? children - depth : 0;
    c.bytes[l] = children * n;
  }
  return c;
}

static struct upcr_cost tree_binomial(machine *m, double n) { return tree(m, n, 2, false); }
static struct upcr_cost tree_binomial_flat(machine *m, double n) { return tree(m, n, 2, true); }
static struct upcr_cost tree_placed(machine *m, double n) { return tree(m, n, 4, false); }

/* A node's leader has two nodes below it and one thread of its own, others two threads;
 * fragments follow each other. */
static struct upcr_cost tree_binary(machine *m, double n) {
  double fragment = n < UPCR_FRAGMENT ? n : UPCR_FRAGMENT,
         in_node = m->node_threads > 1 ? lg(m->node_threads) + 1 : 0;
  struct upcr_cost c = {.depth = {in_node, 0, lg(m->nodes)},
                        .messages = m->threads * (n / UPCR_FRAGMENT + 1)};
  c.served[REGION] = m->node_threads > 2;
  c.served[NODES] = m->nodes > 2 ? lg(m->nodes) : 0;
  c.bytes[REGION] = (m->node_threads > 2   ? 2 * n
                     : m->node_threads > 1 ? n
                                           : 0) +
                    in_node * fragment;
  c.bytes[NODES] = (m->nodes > 2 ? 2 * n : m->nodes > 1 ? n : 0) + lg(m->nodes) * fragment;
  c.overlaps = true;
  return c;
}

/* Up and down. */
static struct upcr_cost twice(struct upcr_cost c) {
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    c.depth[l] *= 2;
    c.served[l] *= 2;
    c.bytes[l] *=
        c.overlaps ? 1.5 : 2; /* two children's vectors come up and one result goes down */
  }
  c.messages *= 2;
  return c;
}

static struct upcr_cost with_bytes(struct upcr_cost c, double region, double nodes) {
  c.bytes[REGION] = region;
  c.bytes[NODES] = nodes;
  return c;
}

/* A form: what it costs on machine m, with n bytes. */
#define FORM(name, ...)                                                                            \
  static struct upcr_cost name(machine *m, double n) {                                             \
    (void)n;                                                                                       \
    return __VA_ARGS__;                                                                            \
  }
#define COST(...) ((struct upcr_cost){__VA_ARGS__})
#define LEVELS(region, node, nodes)                                                                \
  { region, node, nodes }
#define IN_NODE (m->node_threads - 1.0) /* the other threads of a node */
#define MATES (m->region_threads - 1.0) /* those of a region */

FORM(both_binomial_flat, twice(tree_binomial_flat(m, n)))
FORM(both_placed, twice(tree_placed(m, n)))
FORM(both_binary, twice(tree_binary(m, n)))

/* Results of elements: n is of all elements, of which each thread folds its own. Over leaders a
 * node doubles, its leader over the nodes; their results go down a tree. */
enum { RESULT = 32 /* bytes */ };
FORM(result_binomial_flat, tree_binomial_flat(m, RESULT))
FORM(result_binomial, tree_binomial(m, RESULT))
FORM(result_placed, tree_placed(m, RESULT))
FORM(result_doubling, by_number(m))
FORM(result_leaders,
     COST(.depth = LEVELS(2 * lg(m->node_threads), 0, lg(m->nodes)),
          .messages = m->threads * (lg(m->node_threads) + 1) + m->nodes * lg(m->nodes)))

/* The root's blocks: straight from or to its array; one message a node, whose threads copy from or
 * to its leader's buffer; down, or up, the binomial tree by number, half of what is left in each
 * step. */
FORM(root_flat, COST(.depth = LEVELS(m->node_threads > 1, 0, m->nodes > 1),
                     .served = LEVELS(IN_NODE, 0, others(m)),
                     .bytes = LEVELS(IN_NODE * n, 0, others(m) * n), .messages = 2.0 * m->threads))
FORM(root_leaders,
     COST(.depth = LEVELS(2, 0, m->nodes > 1), .served = LEVELS(2 * IN_NODE, 0, m->nodes - 1),
          .bytes = LEVELS(m->node_threads * n, 0, others(m) * n), .messages = 2.0 * m->threads))
FORM(root_branches, COST(.depth = LEVELS(lg(m->region_threads), lg(m->regions), lg(m->nodes)),
                         .bytes = LEVELS(2.0 * m->node_threads * n, 0, others(m) * n),
                         .messages = 2.0 * m->threads))

/* All from all. Where all threads of a node speak in a step they share its link. */
FORM(all_bruck, with_bytes(by_number(m), m->threads *n, m->node_threads *others(m) * n))
FORM(all_leaders,
     COST(.depth = LEVELS(MATES > 0 ? 2 : 0, m->regions > 1 ? 2 : 0, lg(m->nodes)),
          .served = LEVELS(2 * MATES, 2.0 * (m->regions - 1), 0),
          .bytes = LEVELS(MATES > 0 ? m->threads * n * (1 + MATES / UPCR_READERS_OF_ONE) : 0, 0,
                          others(m) * n),
          .messages = 2.0 * m->threads + m->nodes * lg(m->nodes)))
FORM(blocks_bruck, with_bytes(by_number(m), m->threads *n *(lg(m->threads) + 2),
                              m->node_threads *(m->threads *n / 2) * lg(m->nodes)))
FORM(blocks_pairwise, COST(.depth = LEVELS(IN_NODE, 0, others(m)),
                           .bytes = LEVELS(m->node_threads * n, 0, m->node_threads *others(m) * n),
                           .messages = 2.0 * m->threads * (m->threads - 1)))
FORM(blocks_leaders, COST(.depth = LEVELS(m->node_threads > 1 ? 4 : 0, 0, m->nodes > 1 ? 2 : 0),
                          .served = LEVELS(4 * IN_NODE, 0, 2.0 * (m->nodes - 1)),
                          .bytes = LEVELS(2.0 * m->threads * n, 0, m->node_threads *others(m) * n),
                          .messages = 4.0 * m->threads + (double)m->nodes * (m->nodes - 1)))

static struct upcr_cost all_ring(machine *m, double n) {
  struct upcr_cost c = {.messages = (double)m->threads * (m->threads - 1), .overlaps = true};
  c.depth[m->nodes > 1 ? NODES : m->regions > 1 ? NODE : REGION] = m->threads - 1;
  return with_bytes(c, m->threads * n, others(m) * n);
}

/* The barriers that MYSYNC and ALLSYNC take. */
FORM(block_push,
     with_bytes(by_halves(m), m->nodes > 1 ? 0 : n, m->nodes > 1 ? m->node_threads * n : 0))

/* Vectors of n bytes. */
FORM(vector_doubling,
     with_bytes(by_number(m), lg(m->node_threads) * n, m->node_threads *lg(m->nodes) * n))
FORM(vector_halving,
     with_bytes(twice(by_number(m)), 2 * n, m->nodes > 1 ? 2 * m->node_threads * n : 0))
FORM(vector_ring, with_bytes(twice(all_ring(m, n / m->threads)), 2 * n, m->nodes > 1 ? 2 * n : 0))

/* Of reduce_scatter n is a slice. By halving it is copied to the buffer too. */
FORM(slices_halving, with_bytes(by_number(m), 2.0 * m->threads * n, m->node_threads *others(m) * n))
FORM(slices_leaders, COST(.depth = LEVELS(4, 0, m->nodes > 1 ? 2 : 0),
                          .served = LEVELS(4 * IN_NODE, 0, 2.0 * (m->nodes - 1)),
                          .bytes = LEVELS(2.0 * m->threads * n, 0, others(m) * n),
                          .messages = 4.0 * m->threads + (double)m->nodes * m->nodes))
FORM(slices_flat, COST(.depth = LEVELS(1, 0, m->nodes > 1),
                       .served = LEVELS(2.0 * m->node_threads, 0, 2 * others(m)),
                       .bytes = LEVELS(m->threads * n, 0, m->node_threads *others(m) * n),
                       .messages = 2.0 * m->threads * m->threads))

static const struct known {
  enum upcr_collective operation;
  const char *algorithm;
  struct upcr_cost (*cost)(machine *m, double n);
} known[] = {
    {UPCR_ALL_BROADCAST, "pull_binomial_flat", tree_binomial_flat},
    {UPCR_ALL_BROADCAST, "pull_binomial", tree_binomial},
    {UPCR_ALL_BROADCAST, "pull_knomial_placed", tree_placed},
    {UPCR_ALL_BROADCAST, "pull_binary_static", tree_binary},
    {UPCR_ALL_SCATTER, "pull", root_flat},
    {UPCR_ALL_SCATTER, "leaders", root_leaders},
    {UPCR_ALL_SCATTER, "pull_binomial", root_branches},
    {UPCR_ALL_GATHER, "push", root_flat},
    {UPCR_ALL_GATHER, "leaders", root_leaders},
    {UPCR_ALL_GATHER, "push_binomial", root_branches},
    {UPCR_ALL_GATHER_ALL, "bruck", all_bruck},
    {UPCR_ALL_GATHER_ALL, "ring_placed", all_ring},
    {UPCR_ALL_GATHER_ALL, "leaders", all_leaders},
    {UPCR_ALL_EXCHANGE, "bruck", blocks_bruck},
    {UPCR_ALL_EXCHANGE, "pairwise", blocks_pairwise},
    {UPCR_ALL_EXCHANGE, "leaders", blocks_leaders},
    {UPCR_ALL_PERMUTE, "push", block_push},
    {UPCR_ALL_REDUCE, "push_binomial_flat", result_binomial_flat},
    {UPCR_ALL_REDUCE, "push_binomial", result_binomial},
    {UPCR_ALL_REDUCE, "push_knomial_placed", result_placed},
    {UPCR_ALL_PREFIX_REDUCE, "doubling", result_doubling},
    {UPCR_ALL_PREFIX_REDUCE, "leaders", result_leaders},
    {UPCR_ALL_REDUCE_ALL, "binomial_flat", both_binomial_flat},
    {UPCR_ALL_REDUCE_ALL, "knomial_placed", both_placed},
    {UPCR_ALL_REDUCE_ALL, "binary_static", both_binary},
    {UPCR_ALL_REDUCE_ALL, "doubling", vector_doubling},
    {UPCR_ALL_REDUCE_ALL, "rabenseifner", vector_halving},
    {UPCR_ALL_REDUCE_ALL, "ring_placed", vector_ring},
    {UPCR_ALL_REDUCE_SCATTER, "halving", slices_halving},
    {UPCR_ALL_REDUCE_SCATTER, "leaders", slices_leaders},
    {UPCR_ALL_REDUCE_SCATTER, "slices", slices_flat},
    {UPCR_ALL_REDUCE_VECTOR, "binomial_flat", tree_binomial_flat},
    {UPCR_ALL_REDUCE_VECTOR, "knomial_placed", tree_placed},
    {UPCR_ALL_REDUCE_VECTOR, "binary_static", tree_binary},
    {UPCR_ALL_REDUCE_VECTOR, "rabenseifner", vector_halving},
};

const char *upcr_cost_choose(enum upcr_collective operation, const struct upcr_cost_machine *m,
                             size_t n, upcr_may_serve *may_serve, const void *arg,
                             struct upcr_cost *cost) {
  const char *best = 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (known[i].operation != operation || !may_serve(arg, known[i].algorithm))
      continue;
    struct upcr_cost c = known[i].cost(m, (double)n);
    if (best && upcr_cost_ns(&c) >= upcr_cost_ns(cost))
      continue;
    best = known[i].algorithm;
    *cost = c;
  }
  return best;
}

double upcr_cost_bound(enum upcr_collective operation, const struct upcr_cost_machine *m,
                       size_t bytes) {
  double n = (double)bytes, thread = n,
         link = n; /* what goes to, or from, one thread, and one node */
  switch (operation) {
  case UPCR_ALL_SCATTER:
  case UPCR_ALL_GATHER:
    thread = (m->threads - 1) * n;
    link = others(m) * n;
    break;
  case UPCR_ALL_GATHER_ALL:
  case UPCR_ALL_REDUCE_SCATTER:
    thread = m->threads * n;
    link = others(m) * n;
    break;
  case UPCR_ALL_EXCHANGE:
    thread = m->threads * n;
    link = m->node_threads * others(m) * n;
    break;
  case UPCR_ALL_PERMUTE:
    link = m->node_threads * n;
    break;
  case UPCR_ALL_REDUCE:
  case UPCR_ALL_PREFIX_REDUCE:
    thread = n / m->threads;
    link = 0;
    break;
  case UPCR_ALL_REDUCE_ALL: /* each slice is combined by somebody, and comes back */
    thread = link = 2 * n;
    break;
  default:
    break;
  }
  double of_thread = (m->node_threads > 1 ? thread : 0) * values[UPCR_COST_REGION_BYTE];
  double of_link = (m->nodes > 1 ? link : 0) * values[UPCR_COST_CONDUIT_BYTE];
  return of_thread > of_link ? of_thread : of_link;
}
