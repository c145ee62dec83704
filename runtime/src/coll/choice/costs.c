/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of the cost model, and the time of the counts of a call. */
#include "cost.h"

#include <string.h>

#include "../../boot/collectives.h"
#include "../constants.h"

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

static double eager = UPCR_EAGER_MOST;

double upcr_cost_eager(void) { return eager; }

void upcr_cost_eager_set(size_t bytes) { eager = (double)bytes; }

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

static struct {
  bool is_set;
  struct upcr_message_cost cost;
} messages[UPCR_COST_LEVELS];

void upcr_cost_messages_set(enum upcr_level level, struct upcr_message_cost cost) {
  messages[level].is_set = true;
  messages[level].cost = cost;
}

static double of_messages(const struct upcr_cost *cost, int l) {
  double gap = values.level[l].gap;
  struct upcr_message_cost of =
      messages[l].is_set ? messages[l].cost : (struct upcr_message_cost){gap, gap, gap};
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
