/* SPDX-License-Identifier: Apache-2.0 */
/* The cost model's choices on machines that are not available: within bounds that follow from the
 * machine, not from the model's own numbers. */
#include <boot/collectives.h>
#include <coll/choice/cost.h>
#include <coll/patterns/tree.h>
#include <coll/register.h>
#include <sim/platform.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum { MOST_REGIONS = 8, SMALL = 8, LARGE = 64 << 20, LARGE_BLOCK = 1 << 20 };

struct shape {
  const char *name;
  int nodes, regions, threads[MOST_REGIONS]; /* of each region of a node */
};

static const struct shape shapes[] = {
    {"1x128", 1, 1, {128}},
    {"2x64", 1, 2, {64, 64}},
    {"4x32, uneven", 1, 4, {20, 32, 32, 44}},
    {"64 nodes of 2x32", 64, 2, {32, 32}},
    {"4096 nodes", 4096, 1, {1}},
};

static struct upcr_places places_of(const struct shape *shape) {
  int count = 0;
  struct upcr_place *place = malloc(4096 * sizeof *place);
  struct upcr_places places;
  for (int node = 0; node < shape->nodes; node++)
    for (int region = 0; region < shape->regions; region++)
      for (int i = 0; i < shape->threads[region]; i++)
        place[count++] = (struct upcr_place){node, region};
  CHECK(upcr_places_make(&places, place, count) == 0);
  free(place);
  return places;
}

static const enum upcr_collective operations[] = {
    UPCR_ALL_BROADCAST,  UPCR_ALL_SCATTER,        UPCR_ALL_GATHER,       UPCR_ALL_GATHER_ALL,
    UPCR_ALL_EXCHANGE,   UPCR_ALL_PERMUTE,        UPCR_ALL_REDUCE,       UPCR_ALL_PREFIX_REDUCE,
    UPCR_ALL_REDUCE_ALL, UPCR_ALL_REDUCE_SCATTER, UPCR_ALL_REDUCE_VECTOR};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static bool any(const void *arg, const char *algorithm) {
  const enum upcr_collective *operation = arg;
  CHECK(upcr_algorithm_find(*operation, algorithm) !=
        0); /* the model names algorithms that there are */
  return true;
}

/* Nanoseconds that no algorithm can do without for large data: what one link, or one thread, has
 * to carry. */
static double bound_of(enum upcr_collective operation, const struct upcr_cost_machine *m,
                       size_t bytes) {
  double others = m->threads - m->node_threads;
  double n = (double)bytes, thread = n,
         link = n; /* the data to, or from, one thread, and one node */
  switch (operation) {
  case UPCR_ALL_SCATTER:
  case UPCR_ALL_GATHER:
    thread = (m->threads - 1) * n;
    link = others * n;
    break;
  case UPCR_ALL_GATHER_ALL:
  case UPCR_ALL_REDUCE_SCATTER:
    thread = m->threads * n;
    link = others * n;
    break;
  case UPCR_ALL_EXCHANGE:
    thread = m->threads * n;
    link = m->node_threads * others * n;
    break;
  case UPCR_ALL_PERMUTE:
    link = m->node_threads * n;
    break;
  case UPCR_ALL_REDUCE:
  case UPCR_ALL_PREFIX_REDUCE:
    thread = n / m->threads;
    link = 0;
    break;
  case UPCR_ALL_REDUCE_ALL: /* each slice is combined by some thread, and returned */
    thread = link = 2 * n;
    break;
  default:
    break;
  }
  double of_thread =
      (m->node_threads > 1 ? thread : 0) * upcr_cost_parameter(UPCR_COST_REGION_BYTE);
  double of_link = (m->nodes > 1 ? link : 0) * upcr_cost_parameter(UPCR_COST_CONDUIT_BYTE);
  return of_thread > of_link ? of_thread : of_link;
}

static double sum(const double *of) { return of[0] + of[1] + of[2]; }

static double served(const struct upcr_cost *cost) {
  return sum(cost->given) + sum(cost->taken) + sum(cost->answered);
}

static const char *choose(enum upcr_collective operation, const struct upcr_cost_machine *m,
                          size_t n, struct upcr_cost *cost) {
  const char *name = upcr_cost_choose(operation, m, n, any, &operation, cost);
  CHECK(name != 0);
  return name;
}

static bool is_from_all_to_all(enum upcr_collective operation) {
  return operation == UPCR_ALL_GATHER_ALL || operation == UPCR_ALL_EXCHANGE ||
         operation == UPCR_ALL_REDUCE_SCATTER;
}

/* The limit of one thread's transfers: a few times the logarithm of all threads. */
static double share_of_one(const struct upcr_cost_machine *m) {
  return 4.0 * upcr_ceil_log(m->threads, 2) + 4;
}

/* Small data: as many messages as threads, a few times or its logarithm; nobody serves all;
 * depth is logarithmic. Where all have something for each it is the time that is: what goes over
 * a link of a large node is not little then. */
static void check_small(enum upcr_collective operation, const struct upcr_cost_machine *m) {
  struct upcr_cost cost, step = {.depth = {m->nodes == 1, 0, m->nodes > 1}};
  int steps = upcr_ceil_log(m->threads, 2);
  const char *name = choose(operation, m, SMALL, &cost);
  double ns = upcr_cost_ns(&cost),
         most = 4 * (steps + 1) * upcr_cost_ns(&step) + 2 * bound_of(operation, m, SMALL);
  bool ok = cost.messages <= 4.0 * m->threads * (steps + 1) && ns <= most;
  if (!is_from_all_to_all(operation))
    ok = ok && sum(cost.depth) <= 3.0 * steps + 6 && served(&cost) <= share_of_one(m);
  if (!ok)
    fprintf(stderr, "%s of %d threads by %s: %g messages, depth %g, served %g, %g ns of %g\n",
            upcr_operation_name(operation), m->threads, name, cost.messages, sum(cost.depth),
            served(&cost), ns, most);
  CHECK(ok);
}

/* Large data: within twice what one thread, or one link, has to carry; three times for
 * reduce_scatter, whose leaders fold alone what other nodes send. */
static void check_large(enum upcr_collective operation, const struct upcr_cost_machine *m) {
  struct upcr_cost cost;
  bool one_block = operation == UPCR_ALL_BROADCAST || operation >= UPCR_ALL_PERMUTE;
  size_t n = one_block && operation != UPCR_ALL_REDUCE_SCATTER ? LARGE : LARGE_BLOCK;
  const char *name = choose(operation, m, n, &cost);
  double bound = bound_of(operation, m, n), ns = upcr_cost_ns(&cost);
  bool ok = operation == UPCR_ALL_REDUCE || operation == UPCR_ALL_PREFIX_REDUCE ||
            ns <= (operation == UPCR_ALL_REDUCE_SCATTER ? 3 : 2.05) * bound;
  if (!ok)
    fprintf(stderr, "%s of %d threads by %s: %g ms, bound %g ms\n", upcr_operation_name(operation),
            m->threads, name, ns / 1e6, bound / 1e6);
  CHECK(ok);
}

/* Larger data never cost less, and the choice is the cheapest of what it may be: with it
 * forbidden the next is no cheaper. */
struct but {
  enum upcr_collective operation;
  const char *name;
};

static bool all_but(const void *arg, const char *algorithm) {
  const struct but *but = arg;
  return strcmp(but->name, algorithm) != 0;
}

static void check_order(enum upcr_collective operation, const struct upcr_cost_machine *m) {
  double before = 0;
  for (size_t n = 8; n <= LARGE; n *= 2) {
    struct upcr_cost cost, next;
    struct but but = {operation, choose(operation, m, n, &cost)};
    CHECK(upcr_cost_ns(&cost) >= before);
    before = upcr_cost_ns(&cost);
    if (upcr_cost_choose(operation, m, n, all_but, &but, &next))
      CHECK(upcr_cost_ns(&next) >= before);
  }
}

/* Choices that were best, or within a tenth, where algorithms were run on simulated machines: 64
 * threads of small and finis_terrae, 128 of fat_tree (docs/simulation-measurements.md). */
static const struct upcr_platform small = {.name = "small",
                                           .regions = 1,
                                           .cores = 2,
                                           .region_latency = 100000,
                                           .node_latency = 100000,
                                           .region_byte = 100 * UPCR_SIM_PER_BYTE,
                                           .node_byte = 100 * UPCR_SIM_PER_BYTE,
                                           .overhead = 300000,
                                           .eager_most = 4096,
                                           .network_latency = 1000000,
                                           .network_gap = 60000,
                                           .network_byte = 100 * UPCR_SIM_PER_BYTE};
static const struct upcr_platform fat_tree = {.name = "fat_tree",
                                              .regions = 2,
                                              .cores = 32,
                                              .region_latency = 100000,
                                              .node_latency = 250000,
                                              .region_byte = 71 * UPCR_SIM_PER_BYTE,
                                              .node_byte = 125 * UPCR_SIM_PER_BYTE,
                                              .overhead = 300000,
                                              .eager_most = 4096,
                                              .network_latency = 1200000,
                                              .network_gap = 60000,
                                              .network_byte = 83 * UPCR_SIM_PER_BYTE};

static const struct upcr_platform finis_terrae = {.name = "finis_terrae",
                                                  .regions = 2,
                                                  .cores = 8,
                                                  .region_latency = 600000,
                                                  .node_latency = 950000,
                                                  .region_byte = 1111 * UPCR_SIM_PER_BYTE,
                                                  .node_byte = 1493 * UPCR_SIM_PER_BYTE,
                                                  .overhead = 100000,
                                                  .network_latency = 10200000,
                                                  .network_gap = 1000000,
                                                  .network_byte = 952 * UPCR_SIM_PER_BYTE};

static const struct {
  const struct upcr_platform *platform;
  struct shape shape;
  bool in_loop;
  enum upcr_collective operation;
  size_t n;
  const char *choices;
} measured[] = {
    {&small, {"", 32, 1, {2}}, true, UPCR_ALL_BROADCAST, 8, "pull_binary_static"},
    {&small, {"", 32, 1, {2}}, true, UPCR_ALL_BROADCAST, 131072, "pull_binary_static"},
    {&small, {"", 32, 1, {2}}, true, UPCR_ALL_SCATTER, 512, "pull_binomial pull_knomial"},
    {&small, {"", 32, 1, {2}}, true, UPCR_ALL_GATHER, 8, "leaders"},
    {&small, {"", 32, 1, {2}}, true, UPCR_ALL_GATHER, 512, "push_binomial push_knomial"},
    {&small, {"", 32, 1, {2}}, true, UPCR_ALL_PREFIX_REDUCE, 512, "leaders chain"},
    {&small, {"", 32, 1, {2}}, true, UPCR_ALL_REDUCE_VECTOR, 2048, "binary_static"},
    {&small, {"", 32, 1, {2}}, true, UPCR_ALL_REDUCE_ALL, 32768, "rabenseifner"},
    {&finis_terrae, {"", 4, 2, {8, 8}}, true, UPCR_ALL_BROADCAST, 512, "pull_knomial_placed"},
    {&finis_terrae, {"", 4, 2, {8, 8}}, false, UPCR_ALL_REDUCE_VECTOR, 512, "binomial_flat"},
    {&finis_terrae, {"", 4, 2, {8, 8}}, true, UPCR_ALL_REDUCE_VECTOR, 512, "binary_static"},
    {&fat_tree, {"", 2, 2, {32, 32}}, false, UPCR_ALL_SCATTER, 128, "pull"},
    {&fat_tree, {"", 2, 2, {32, 32}}, false, UPCR_ALL_SCATTER, 8192, "pull"},
    {&fat_tree, {"", 2, 2, {32, 32}}, true, UPCR_ALL_SCATTER, 512, "pull_binomial pull_knomial"},
    {&fat_tree, {"", 2, 2, {32, 32}}, false, UPCR_ALL_BROADCAST, 8, "pull_binomial_flat"},
    {&fat_tree, {"", 2, 2, {32, 32}}, true, UPCR_ALL_BROADCAST, 8, "pull_binary_static"},
};

static bool is_one_of(const char *names, const char *name) {
  size_t n = strlen(name);
  for (; *names; names += strcspn(names, " "), names += *names == ' ')
    if (strncmp(names, name, n) == 0 && (names[n] == ' ' || !names[n]))
      return true;
  return false;
}

static void check_measured(void) {
  for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
    struct upcr_places places = places_of(&measured[i].shape);
    struct upcr_cost_machine m = upcr_cost_machine_of(&places);
    struct upcr_cost cost;
    m.in_loop = measured[i].in_loop;
    upcr_coll_use_platform(measured[i].platform, m.threads);
    const char *name = choose(measured[i].operation, &m, measured[i].n, &cost);
    CHECK(is_one_of(measured[i].choices, name));
    upcr_places_free(&places);
  }
}

static bool is_leaders(const void *none, const char *algorithm) {
  return (void)none, strcmp(algorithm, "leaders") == 0;
}

/* Messages that one thread, or link, serves beyond one a step. */
static double served_by_leaders(enum upcr_collective operation, const struct upcr_cost_machine *m,
                                size_t n) {
  struct upcr_cost cost;
  CHECK(upcr_cost_choose(operation, m, n, is_leaders, 0, &cost) != 0);
  return served(&cost);
}

/* Short blocks of a scatter in a loop go down a tree of nodes, other blocks from the root to each
 * node. */
static void check_relay(void) {
  struct upcr_cost_machine m = {16, 16, 1, 1, 1, .in_loop = true};
  CHECK(served_by_leaders(UPCR_ALL_SCATTER, &m, SMALL) == 4);
  CHECK(served_by_leaders(UPCR_ALL_SCATTER, &m, 4096) == 30);
  CHECK(served_by_leaders(UPCR_ALL_GATHER, &m, SMALL) == 15);
  m.in_loop = false;
  CHECK(served_by_leaders(UPCR_ALL_SCATTER, &m, SMALL) == 15);
}

int main(void) {
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    struct upcr_places places = places_of(&shapes[s]);
    struct upcr_cost_machine m = upcr_cost_machine_of(&places);
    CHECK(m.threads == places.threads && m.nodes == shapes[s].nodes &&
          m.regions == shapes[s].regions);
    for (int i = 0; i < 2 * OPERATIONS; i++) {
      m.in_loop = i >= OPERATIONS;
      check_small(operations[i % OPERATIONS], &m);
      check_large(operations[i % OPERATIONS], &m);
      check_order(operations[i % OPERATIONS], &m);
    }
    upcr_places_free(&places);
  }
  check_relay();
  check_measured();
  return test_report();
}
