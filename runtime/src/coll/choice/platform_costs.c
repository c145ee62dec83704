/* SPDX-License-Identifier: Apache-2.0 */
/* Converts a platform (sim/platform.h) to latency, gap and gap per byte.
 *
 * Within a node a step is a signal, which wakes its receiver, the line of that signal, and the
 * first line of the data: three latencies. To signal costs a thread nothing, to take a signal one
 * latency. Between nodes the latency is a round trip, since a step fetches, or waits until its put
 * is complete. To send costs a thread the overhead of its processor, to answer a node the time for
 * which its link is busy, since requests are served while a thread computes. */
#include "../../boot/collectives.h"
#include "../../sim/platform.h"
#include "cost.h"
#include "table.h"

static const struct upcr_platform *platform; /* 0: the costs are those of costs.def */
static int threads;

static double ns(int64_t picoseconds) { return (double)picoseconds / 1000; }

static void set(enum upcr_level level, int64_t latency, double gap, int64_t byte) {
  *upcr_cost_of(level) = (struct upcr_level_cost){ns(latency), gap, ns(byte) / UPCR_SIM_PER_BYTE};
}

static void set_near(enum upcr_level level, int64_t latency, int64_t byte) {
  double taken = ns(latency + platform->receive_overhead);
  set(level, 3 * latency, taken, byte);
  upcr_cost_messages_set(level, (struct upcr_message_cost){.taken = taken});
}

static void set_far(int64_t one_way, int64_t byte) {
  struct upcr_message_cost of = {.given = ns(platform->overhead + platform->process_lock),
                                 .taken = ns(platform->receive_overhead),
                                 .answered = ns(platform->network_gap)};
  set(UPCR_BETWEEN_NODES, 2 * one_way, of.answered, byte);
  upcr_cost_messages_set(UPCR_BETWEEN_NODES, of);
}

static int of_node(void) { return (int)(platform->regions * platform->cores); }

static int nodes(void) { return (threads + of_node() - 1) / of_node(); }

void upcr_coll_use_platform(const struct upcr_platform *p, int count) {
  platform = p;
  threads = count;
  bool groups = p->group_nodes && nodes() > p->group_nodes;
  int64_t one_way = p->network_latency + 2 * p->overhead + (groups ? p->group_latency : 0);
  set_near(UPCR_WITHIN_REGION, p->region_latency, p->region_byte);
  set_near(UPCR_BETWEEN_REGIONS, p->node_latency, p->node_byte);
  set_far(one_way, p->network_byte);
  upcr_cost_eager_set((size_t)p->eager_most);
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
