/* SPDX-License-Identifier: Apache-2.0 */
/* The counts of each form (cost.h), and the choice of the cheapest. */
#include "cost.h"

#include "../../mem/collective_area.h"
#include "../constants.h"
#include "../patterns/tree.h"

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
  c.answered[NODES] = (m->node_threads - 1) * lg(m->nodes);
  return c;
}

/* A leader takes `times` messages of each other thread of its node. */
static struct upcr_cost with_members(struct upcr_cost c, machine *m, double times) {
  c.taken[REGION] = times * (m->region_threads - 1);
  c.taken[NODE] = times * (m->node_threads - m->region_threads);
  return c;
}

static double above(double count, double least) { return count > least ? count - least : 0; }

/* Trees over the levels, with `radix`, perhaps flat within a region. In a loop all messages of a
 * thread count. */
static struct upcr_cost tree(machine *m, double n, int radix, bool is_flat) {
  const int count[] = {m->region_threads, m->regions, m->nodes};
  struct upcr_cost c = {.messages = m->threads, .flows = true, .by_letter = n <= UPCR_COLL_LETTER};
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    bool flat = l == REGION && is_flat;
    c.depth[l] = flat ? count[l] > 1 : upcr_ceil_log(count[l], radix);
    c.given[l] = flat ? count[l] - 1 : (radix - 1) * c.depth[l];
  }
  return c;
}

static struct upcr_cost beyond_steps(struct upcr_cost c) {
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    c.given[l] = above(c.given[l], c.depth[l]);
    c.taken[l] = above(c.taken[l], c.depth[l]);
  }
  return c;
}

/* Calls in a loop overlap if their data go one way. A thread may then be `ahead` calls ahead, so
 * the first step counts in full, each other one 1/ahead. A letter awaits no answer: half a round
 * trip. */
static struct upcr_cost in_loop(struct upcr_cost c) {
  const double ahead = 16; /* fitted: docs/simulation-measurements.md */
  double depth = c.depth[REGION] + c.depth[NODE] + c.depth[NODES];
  for (int l = 0; l < UPCR_COST_LEVELS && depth > 1; l++)
    c.depth[l] *= (1 + (depth - 1) / ahead) / depth;
  c.depth[NODES] /= c.by_letter ? 2 : 1;
  return c;
}

/* Round trips between nodes that a call of a tree takes in a loop, if its data do not fit a letter.
 * Eager data: a thread allows a put and gets it. Others: it reads after a signal and reports, which
 * takes twice as long, and it does not read again before its own children have reported. */
static double loop_trips(double levels, double n) {
  return levels < 1 ? 0 : n <= upcr_cost_eager() ? 1 : levels > 1 ? 3 : 2;
}

static struct upcr_cost looped(struct upcr_cost c, double trips) {
  c = in_loop(c);
  c.depth[NODES] = trips;
  c.flows = false;
  return c;
}

/* n bytes down: within a node children read at once, as one cache serves them; in a loop they
 * report. */
static struct upcr_cost down(machine *m, double n, int radix, bool is_flat) {
  struct upcr_cost c = tree(m, n, radix, is_flat);
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    double at_once = above(c.given[l], c.depth[l]) / (l == NODES ? 1 : UPCR_READERS_OF_ONE);
    c.bytes[l] = (c.depth[l] + at_once) * n;
    c.taken[l] = m->in_loop && l != NODES ? c.given[l] : 0;
  }
  if (!m->in_loop)
    return beyond_steps(c);
  return c.by_letter ? c : looped(c, loop_trips(c.depth[NODES], n));
}

/* Within a node a letter is the signal and the data: a step without a copy, one of three lines. */
static struct upcr_cost with_letters(struct upcr_cost c) {
  c.depth[REGION] *= 2.0 / 3;
  c.depth[NODE] *= 2.0 / 3;
  return c;
}

/* A parent reads from `children` of other nodes, one after the other, after a letter in each of
 * `levels`; in a loop it has then one letter of its own read. */
static double read_trips(machine *m, double levels, double children) {
  return levels < 1 ? 0 : children + (m->in_loop ? 1 : levels / 2);
}

/* Up: the parent takes from one child after the other. */
static struct upcr_cost up(machine *m, double n, int radix, bool is_flat) {
  struct upcr_cost c = tree(m, n, radix, is_flat);
  double trips = read_trips(m, c.depth[NODES], c.given[NODES]);
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    c.bytes[l] = c.given[l] * n;
    c.taken[l] = c.given[l];
    c.given[l] = 0;
  }
  if (c.by_letter)
    return with_letters(m->in_loop ? c : beyond_steps(c));
  if (m->in_loop)
    return looped(c, trips);
  c = beyond_steps(c);
  c.depth[NODES] = trips;
  return c;
}

/* Depth and bytes of node and nodes, what links answer, messages. */
static struct upcr_cost two_levels(double depth, double depth_nodes, double answered, double bytes,
                                   double bytes_nodes, double messages) {
  return (struct upcr_cost){.depth = {depth, 0, depth_nodes},
                            .answered = {0, 0, answered},
                            .bytes = {bytes, 0, bytes_nodes},
                            .messages = messages};
}

/* Results of elements, handed on by letters: each step takes those before. */
static struct upcr_cost prefix(double near, double far, double answered, double messages) {
  struct upcr_cost c = two_levels(near, far, answered, 0, 0, messages);
  c.flows = c.by_letter = true;
  return with_letters(c);
}

/* Vectors that two children of each need, or have: of how many, the bytes. */
static double by_two(int count, double n) { return count > 2 ? 2 * n : count > 1 ? n : 0; }

/* A node's leader has two nodes below it and one thread of its own, others two threads;
 * fragments follow each other, also those of calls in a loop. */
static struct upcr_cost binary(machine *m, double n, bool is_up) {
  bool loop = m->in_loop;
  double fragment = loop ? 0 : n - above(n, UPCR_FRAGMENT), over_nodes = lg(m->nodes),
         in_node = m->node_threads > 1 ? lg(m->node_threads) + 1 : 0,
         nodes_below = m->nodes > 2 ? (loop ? 2 : over_nodes) : 0,
         threads_below = m->node_threads > 2 ? 1 + loop : 0;
  struct upcr_cost c = {.depth = {in_node, 0, over_nodes},
                        .given = {0, 0, nodes_below},
                        .taken = {threads_below},
                        .bytes = {by_two(m->node_threads, n) + in_node * fragment, 0,
                                  by_two(m->nodes, n) + over_nodes * fragment},
                        .messages = m->threads * (n / UPCR_FRAGMENT + 1),
                        .overlaps = true,
                        .flows = true,
                        .by_letter = n <= UPCR_COLL_LETTER};
  double below = m->nodes > 2 ? 2 : 1;
  if (is_up && !c.by_letter)
    c.depth[NODES] = read_trips(m, over_nodes, loop ? below : below * over_nodes);
  if (!loop || c.by_letter)
    return c;
  return looped(c, is_up ? c.depth[NODES] : loop_trips(over_nodes, n));
}

/* One after the other; its calls do not overlap. */
static struct upcr_cost both(struct upcr_cost a, struct upcr_cost b) {
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    a.depth[l] += b.depth[l];
    a.given[l] += b.given[l];
    a.taken[l] += b.taken[l];
    a.answered[l] += b.answered[l];
    a.bytes[l] += b.bytes[l];
  }
  a.messages += b.messages;
  a.flows = false;
  return a;
}

/* Up and down. If levels overlap, two children's vectors come up while one result goes down. */
static struct upcr_cost twice(struct upcr_cost c) {
  c = both(c, c);
  for (int l = 0; l < UPCR_COST_LEVELS; l++)
    c.bytes[l] *= c.overlaps ? 0.75 : 1;
  return c;
}

/* Round all threads. */
static struct upcr_cost ring(machine *m, double region, double nodes) {
  struct upcr_cost c = {.messages = (double)m->threads * (m->threads - 1), .overlaps = true};
  c.depth[m->nodes > 1 ? NODES : m->regions > 1 ? NODE : REGION] = m->threads - 1;
  return with_bytes(c, region, nodes);
}

/* Scatter and gather. */

static double others_of(machine *m) { return m->threads - m->node_threads; }

/* Blocks of n bytes that the threads of a node copy from or to memory of one. */
static double at_once(machine *m, double n) {
  return m->node_threads > 1 ? (1 + (m->node_threads - 1.0) / UPCR_READERS_OF_ONE) * n : 0;
}

/* The root's blocks go straight from or to its array, which the threads of its node copy at once.
 * In a loop it allows each thread, and within its node takes a report. */
static struct upcr_cost flat_root(machine *m, double n) {
  double t = m->node_threads, others = others_of(m);
  struct upcr_cost c =
      two_levels(t > 1, m->nodes > 1, others, at_once(m, n), others * n, 2.0 * m->threads);
  c.given[REGION] = t - 1;
  if (!m->in_loop)
    return c;
  c.given[NODES] = others;
  return with_members(c, m, 1);
}

/* The form's own condition (forms/leaders_root.c), of the bytes of all blocks. */
static bool is_relayed(machine *m, double all) {
  return m->in_loop && m->nodes > 2 && all <= UPCR_RELAYED_MOST &&
         all <= upcr_cost_letter(m->threads);
}

/* Between the root and the leaders: a message a node, or one for each branch of a binomial tree. A
 * leader's threads send it two signals each, for the copy from or to its buffer. Few blocks ride in
 * letters. */
static struct upcr_cost leaders_root(machine *m, double n, bool is_relayed) {
  double t = m->node_threads, P = m->nodes, sent = is_relayed ? lg(m->nodes) : P - 1;
  bool rides = is_relayed || t * n <= UPCR_COLL_LETTER;
  struct upcr_cost c = two_levels(2, is_relayed ? lg(m->nodes) : P > 1, is_relayed ? 0 : sent,
                                  at_once(m, n), others_of(m) * n, 2.0 * m->threads);
  c.given[NODES] = is_relayed || (m->in_loop && !rides) ? sent : 0;
  c.flows = c.by_letter = rides;
  return with_members(c, m, 2);
}

/* A tree by number, down or up: each step moves half of the remaining blocks, or more. A letter
 * says where the blocks are before they are read, so a step takes longer than in other trees. */
static struct upcr_cost branches(machine *m, double n, int radix) {
  const int count[] = {m->region_threads, m->regions, m->nodes};
  const double of_step[] = {4.0 / 3, 4.0 / 3, 1.5}; /* fitted like `ahead` */
  struct upcr_cost c = {.bytes = {m->node_threads * n / (radix - 1), 0, others_of(m) * n},
                        .messages = 2.0 * m->threads,
                        .flows = true};
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    int steps = upcr_ceil_log(count[l], radix);
    c.depth[l] = of_step[l] * steps;
    c.given[l] = (radix - (m->in_loop ? 1 : 2)) * steps;
  }
  return c;
}

struct weighing {
  upcr_may_serve *may_serve;
  const void *arg;
  bool in_loop;
  const char *best;
  struct upcr_cost *cost; /* its */
};

static void weigh(struct weighing *w, const char *algorithm, struct upcr_cost cost) {
  if (w->in_loop && cost.flows)
    cost = in_loop(cost);
  if (!w->may_serve(w->arg, algorithm) || (w->best && upcr_cost_ns(&cost) >= upcr_cost_ns(w->cost)))
    return;
  w->best = algorithm;
  *w->cost = cost;
}

/* Bytes of the result of a reduction of elements, of which each thread folds its own. */
enum { RESULT = 32 };

/* All known algorithms, for T threads, t on each of P nodes. All threads of a node that send in a
 * step share its link. */
#define KNOWN(which, algorithm, ...)                                                               \
  if (operation == UPCR_ALL_##which)                                                               \
    weigh(w, algorithm, __VA_ARGS__);

/* permute counts the barriers of MYSYNC and ALLSYNC. */
static void weigh_relocations(struct weighing *w, enum upcr_collective operation, machine *m,
                              double n) {
  double T = m->threads, t = m->node_threads, P = m->nodes, region_others = m->region_threads - 1,
         others = T - t, far = P > 1;
  KNOWN(BROADCAST, "pull_binomial_flat", down(m, n, 2, true))
  KNOWN(BROADCAST, "pull_binomial", down(m, n, 2, false))
  KNOWN(BROADCAST, "pull_knomial_placed", down(m, n, 4, false))
  KNOWN(BROADCAST, "pull_binary_static", binary(m, n, false))
  KNOWN(SCATTER, "pull", flat_root(m, n))
  KNOWN(SCATTER, "leaders", leaders_root(m, n, is_relayed(m, T * n)))
  KNOWN(SCATTER, "pull_binomial", branches(m, n, 2))
  KNOWN(SCATTER, "pull_knomial", branches(m, n, 4))
  KNOWN(GATHER, "push", flat_root(m, n))
  KNOWN(GATHER, "leaders", leaders_root(m, n, false))
  KNOWN(GATHER, "push_binomial", branches(m, n, 2))
  KNOWN(GATHER, "push_knomial", branches(m, n, 4))
  KNOWN(GATHER_ALL, "bruck", by_number(m, T * n, t * others * n))
  KNOWN(GATHER_ALL, "ring_placed", ring(m, T * n, others * n))
  KNOWN(GATHER_ALL, "leaders",
        (struct upcr_cost){
            .depth = {region_others > 0 ? 2 : 0, m->regions > 1 ? 2 : 0, lg(m->nodes)},
            .taken = {2 * region_others, 2.0 * (m->regions - 1)},
            .bytes = {region_others > 0 ? T * n * (1 + region_others / UPCR_READERS_OF_ONE) : 0, 0,
                      others * n},
            .messages = 2 * T + P * lg(m->nodes)})
  KNOWN(EXCHANGE, "bruck", by_number(m, T * n * (lg(m->threads) + 2), t * T * n / 2 * lg(m->nodes)))
  KNOWN(EXCHANGE, "pairwise", two_levels(t - 1, others, 0, t * n, t * others * n, 2 * T * (T - 1)))
  KNOWN(EXCHANGE, "leaders",
        with_members(two_levels(t > 1 ? 4 : 0, 2 * far, 2 * (P - 1), 2 * T * n, t * others * n,
                                4 * T + P * (P - 1)),
                     m, 4))
  KNOWN(PERMUTE, "push", with_bytes(by_halves(m), far ? 0 : n, far * t * n))
}

/* prefix_reduce:leaders doubles within a node, then over the leaders; results go down a tree. For
 * reduce_scatter n is a slice, which halving copies to the buffer too. */
static void weigh_reductions(struct weighing *w, enum upcr_collective operation, machine *m,
                             double n) {
  double T = m->threads, t = m->node_threads, P = m->nodes, others = T - t, far = P > 1;
  struct upcr_cost_machine of_one = *m; /* a result that all wait for: calls do not overlap */
  of_one.in_loop = false;
  KNOWN(REDUCE, "push_binomial_flat", up(m, RESULT, 2, true))
  KNOWN(REDUCE, "push_binomial", up(m, RESULT, 2, false))
  KNOWN(REDUCE, "push_knomial_placed", up(m, RESULT, 4, false))
  KNOWN(PREFIX_REDUCE, "doubling",
        prefix(lg(m->node_threads), lg(m->nodes), (t - 1) * lg(m->nodes), T * lg(m->threads)))
  KNOWN(PREFIX_REDUCE, "leaders",
        prefix(2 * lg(m->node_threads), lg(m->nodes), 0,
               T * (lg(m->node_threads) + 1) + P * lg(m->nodes)))
  KNOWN(PREFIX_REDUCE, "chain", prefix(T - P, P - 1, 0, T))
  KNOWN(REDUCE_ALL, "binomial_flat", both(up(&of_one, n, 2, true), down(&of_one, n, 2, true)))
  KNOWN(REDUCE_ALL, "knomial_placed", both(up(&of_one, n, 4, false), down(&of_one, n, 4, false)))
  KNOWN(REDUCE_ALL, "binary_static", twice(binary(&of_one, n, true)))
  KNOWN(REDUCE_ALL, "doubling", by_number(m, lg(m->node_threads) * n, t * lg(m->nodes) * n))
  KNOWN(REDUCE_ALL, "rabenseifner", with_bytes(twice(by_number(m, 0, 0)), 2 * n, far * 2 * t * n))
  KNOWN(REDUCE_ALL, "ring_placed", with_bytes(twice(ring(m, 0, 0)), 2 * n, far * 2 * n))
  KNOWN(REDUCE_SCATTER, "halving", by_number(m, 2 * T * n, t * others * n))
  KNOWN(
      REDUCE_SCATTER, "leaders",
      with_members(two_levels(4, 2 * far, 2 * (P - 1), 2 * T * n, others * n, 4 * T + P * P), m, 4))
  KNOWN(REDUCE_SCATTER, "slices",
        with_members(two_levels(1, far, 2 * others, T * n, t * others * n, 2 * T * T), m, 2))
  KNOWN(REDUCE_VECTOR, "binomial_flat", up(m, n, 2, true))
  KNOWN(REDUCE_VECTOR, "knomial_placed", up(m, n, 4, false))
  KNOWN(REDUCE_VECTOR, "binary_static", binary(m, n, true))
  KNOWN(REDUCE_VECTOR, "rabenseifner",
        with_bytes(twice(by_number(m, 0, 0)), 2 * n, far * 2 * t * n))
}
#undef KNOWN

const char *upcr_cost_choose(enum upcr_collective operation, const struct upcr_cost_machine *m,
                             size_t n, upcr_may_serve *may_serve, const void *arg,
                             struct upcr_cost *cost) {
  struct weighing w = {may_serve, arg, m->in_loop, 0, cost};
  weigh_relocations(&w, operation, m, (double)n);
  weigh_reductions(&w, operation, m, (double)n);
  return w.best;
}
