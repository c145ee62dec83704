/* SPDX-License-Identifier: Apache-2.0 */
/* Converts a platform (sim/platform.h) to latency, gap and gap per byte. Within a node the
 * simulated machine charges for reading a line and for a copy, but not for the messages that one
 * thread serves: there the gap is taken as a quarter of the latency, about the measured proportion
 * (constants.h). Between nodes the gap is the time for which a link is busy, since requests are
 * served while a thread computes, and the latency is a round trip: a step fetches, or waits until
 * its put is complete. */
#include "../boot/collectives.h"
#include "../sim/platform.h"
#include "cost.h"
#include "table.h"

static const struct upcr_platform *platform; /* 0: the costs are those of costs.def */
static int threads;

static double ns(int64_t picoseconds) { return (double)picoseconds / 1000; }

static void set(enum upcr_level level, int64_t latency, double gap, int64_t byte) {
  *upcr_cost_of(level) = (struct upcr_level_cost){ns(latency), gap, ns(byte) / UPCR_SIM_PER_BYTE};
}

static int of_node(void) { return (int)(platform->regions * platform->cores); }

static int nodes(void) { return (threads + of_node() - 1) / of_node(); }

void upcr_coll_use_platform(const struct upcr_platform *p, int count) {
  platform = p;
  threads = count;
  bool groups = p->group_nodes && nodes() > p->group_nodes;
  int64_t one_way = p->network_latency + 2 * p->overhead + (groups ? p->group_latency : 0);
  set(UPCR_WITHIN_REGION, p->region_latency, ns(p->region_latency) / 4, p->region_byte);
  set(UPCR_BETWEEN_REGIONS, p->node_latency, ns(p->node_latency) / 4, p->node_byte);
  set(UPCR_BETWEEN_NODES, 2 * one_way, ns(p->network_gap), p->network_byte);
  upcr_table_set_shipped(
      "the shipped rules, and beyond those by the costs of the simulated machine");
  upcr_table_set_platform(p);
}

void upcr_platform_costs_show(FILE *out) {
  static const char *const name[UPCR_COST_LEVELS] = {"within a region", "between regions",
                                                     "between nodes"};
  if (!platform)
    return;
  fprintf(out, "# simulated: %s, %d threads on %d nodes of %d regions of %d cores\n",
          platform->name, threads, nodes(), (int)platform->regions, (int)platform->cores);
  for (int level = 0; level < UPCR_COST_LEVELS; level++) {
    struct upcr_level_cost cost = *upcr_cost_of((enum upcr_level)level);
    fprintf(out, "# %s: latency %g ns, gap %g ns, %.3g ns a byte\n", name[level], cost.latency,
            cost.gap, cost.byte);
  }
  upcr_table_show(out, threads);
}
