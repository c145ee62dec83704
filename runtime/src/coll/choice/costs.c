/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of the cost model, those of a simulated machine (sim/platform.h) among them, and
 * the time of the counts of a call. */
#include "cost.h"

#include <string.h>

#include "../../boot/collectives.h"
#include "../../mem/collective_area.h"
#include "../../sim/platform.h"
#include "../constants.h"
#include "table.h"

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

static const struct upcr_platform *platform; /* 0: the costs are those of costs.def, or a table's */
static int threads;                          /* on the platform */

const struct upcr_platform *upcr_cost_platform(void) { return platform; }

double upcr_cost_eager(void) { return platform ? (double)platform->eager_most : UPCR_EAGER_MOST; }

double upcr_cost_letter(int job_threads) {
  return platform ? UPCR_COLL_LETTER : (double)upcr_coll_ring_bytes(job_threads) / 4;
}

double upcr_cost_parameter(enum upcr_cost_parameter parameter) { return values.of[parameter]; }

void upcr_cost_parameter_set(enum upcr_cost_parameter parameter, double value) {
  values.of[parameter] = value;
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

/* Nanoseconds of one more message at a level: that a thread gives or takes, or that its node's link
 * answers. Of a platform; else all are the level's gap. */
struct message_cost {
  double given, taken, answered;
};
static struct message_cost messages[UPCR_COST_LEVELS];

static double of_messages(const struct upcr_cost *cost, int l) {
  double gap = values.level[l].gap;
  struct message_cost of = platform ? messages[l] : (struct message_cost){gap, gap, gap};
  return cost->given[l] * of.given + cost->taken[l] * of.taken + cost->answered[l] * of.answered;
}

/* A message occupies a link for its gap or for its bytes, whichever takes longer. */
double upcr_cost_ns(const struct upcr_cost *cost) {
  double ns = 0, bytes = 0;
  for (int l = 0; l < UPCR_COST_LEVELS; l++) {
    double of_bytes = cost->bytes[l] * values.level[l].byte, gaps = of_messages(cost, l),
           hidden = l != UPCR_BETWEEN_NODES ? 0
                    : of_bytes < gaps       ? of_bytes
                                            : gaps;
    ns += cost->depth[l] * values.level[l].latency + gaps - hidden;
    bytes = !cost->overlaps ? bytes + of_bytes : of_bytes > bytes ? of_bytes : bytes;
  }
  return ns + bytes;
}

/* A platform has latency, gap and gap per byte of its parts.
 *
 * Within a node a step is a signal, which wakes its receiver, the line of that signal, and the
 * first line of the data: three latencies. To signal costs a thread nothing, to take a signal one
 * latency. Between nodes the latency is a round trip, since a step fetches, or waits until its put
 * is complete. To send costs a thread the overhead of its processor, to answer a node the time for
 * which its link is busy, since requests are served while a thread computes. */

static double ns(int64_t picoseconds) { return (double)picoseconds / 1000; }

static void set(enum upcr_level level, int64_t latency, double gap, int64_t byte,
                struct message_cost of) {
  values.level[level] = (struct upcr_level_cost){ns(latency), gap, ns(byte) / UPCR_SIM_PER_BYTE};
  messages[level] = of;
}

static void set_near(enum upcr_level level, int64_t latency, int64_t byte) {
  double taken = ns(latency + platform->receive_overhead);
  set(level, 3 * latency, taken, byte, (struct message_cost){.taken = taken});
}

static int of_node(void) { return (int)(platform->regions * platform->cores); }

static int nodes(void) { return (threads + of_node() - 1) / of_node(); }

void upcr_coll_use_platform(const struct upcr_platform *p, int count) {
  platform = p;
  threads = count;
  bool groups = p->group_nodes && nodes() > p->group_nodes;
  int64_t one_way = p->network_latency + 2 * p->overhead + (groups ? p->group_latency : 0);
  struct message_cost far = {.given = ns(p->overhead + p->process_lock),
                             .taken = ns(p->receive_overhead),
                             .answered = ns(p->network_gap)};
  set_near(UPCR_WITHIN_REGION, p->region_latency, p->region_byte);
  set_near(UPCR_BETWEEN_REGIONS, p->node_latency, p->node_byte);
  set(UPCR_BETWEEN_NODES, 2 * one_way, far.answered, p->network_byte, far);
}

void upcr_platform_costs_show(FILE *out) {
  static const char *const name[UPCR_COST_LEVELS] = {"within a region", "between regions",
                                                     "between nodes"};
  if (!platform)
    return;
  fprintf(out, "# simulated: %s, %d threads on %d nodes of %d regions of %d cores\n",
          platform->name, threads, nodes(), (int)platform->regions, (int)platform->cores);
  for (int level = 0; level < UPCR_COST_LEVELS; level++) {
    struct upcr_level_cost cost = values.level[level];
    fprintf(out, "# %s: latency %g ns, gap %g ns, %.3g ns a byte\n", name[level], cost.latency,
            cost.gap, cost.byte);
  }
  upcr_table_show(out, threads);
}
