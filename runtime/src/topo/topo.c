/* SPDX-License-Identifier: Apache-2.0 */
#include "topo.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../base/log.h"
#include "topo_internal.h"

struct upcr_topo upcr_topo;

#define SETTING "UPC_TOPOLOGY (upcrun -topology)"
enum { DESCRIPTION_MAX = 400, MACHINES_MAX = 65536 };

/* Reads "machine:N" at the start of the description. Returns the rest, or 0 after writing why. */
static const char *take_machines(const char *text, int *machines, char *err, size_t errlen) {
  char *end;
  *machines = 1;
  if (strncasecmp(text, "machine:", 8) != 0)
    return text;
  long count = strtol(text + 8, &end, 10);
  if (count < 1 || count > MACHINES_MAX || (*end && !isspace((unsigned char)*end))) {
    snprintf(err, errlen, SETTING " is '%s': machine: needs a number from 1 to %d", text,
             MACHINES_MAX);
    return 0;
  }
  *machines = (int)count;
  return end + strspn(end, " \t");
}

/* hwloc requires processors as the last level. */
static int complete(const char *description, char *out, size_t outlen, char *err, size_t errlen) {
  int has_processors = strstr(description, "pu:") || strstr(description, "PU:");
  int n = snprintf(out, outlen, "%s%s", description, has_processors ? "" : " pu:1");
  if (n > 0 && (size_t)n < outlen)
    return 0;
  snprintf(err, errlen, SETTING " is longer than %d characters", DESCRIPTION_MAX);
  return -1;
}

/* given: the whole setting, for messages. */
static int describe_machine(struct upcr_topo *topo, const char *description, const char *given,
                            char *err, size_t errlen) {
  char full[DESCRIPTION_MAX], why[300];
  if (complete(description, full, sizeof full, err, errlen) != 0)
    return -1;
  if (upcr_machine_hwloc(&topo->machine, 0, full, why, sizeof why) == 0)
    return 0;
  snprintf(err, errlen, SETTING " is '%s': %s", given, why);
  return -1;
}

/* The default: threads are bound to regions if there are several, and if each thread has a
 * processor. */
static enum upcr_bind_policy decide(struct upcr_topo *topo, const struct upcr_topo_config *config) {
  enum upcr_bind_policy asked = upcr_topo_read_policy(config->bind);
  const char *why = "";
  if (asked == UPCR_BIND_NONE)
    why = "as asked for";
  else if (asked == UPCR_BIND_AUTO && topo->machine.synthetic)
    return UPCR_BIND_REGION;
  else if (asked == UPCR_BIND_AUTO && config->oversubscribed)
    why = "there are more threads than processors";
  else if (asked == UPCR_BIND_AUTO && upcr_machine_regions_online() == 1)
    why = "there is one NUMA region";
  else
    return asked == UPCR_BIND_AUTO ? UPCR_BIND_REGION : asked;
  snprintf(topo->note, sizeof topo->note, "%s", why);
  return UPCR_BIND_NONE;
}

/* hwloc takes some milliseconds: it is used only if its answer matters. */
static int read_machine(struct upcr_topo *topo, char *err, size_t errlen) {
  struct upcr_cpus allowed;
  char why[120];
  upcr_cpus_allowed(&allowed);
  if (topo->policy != UPCR_BIND_NONE) {
    if (upcr_machine_hwloc(&topo->machine, &allowed, 0, why, sizeof why) == 0)
      return 0;
    snprintf(topo->note, sizeof topo->note, "cores and NUMA regions are not known: %s", why);
  }
  if (upcr_machine_flat(&topo->machine, &allowed) == 0)
    return 0;
  snprintf(err, errlen, "out of memory: the list of processors");
  return -1;
}

static int widths(struct upcr_topo *topo, const struct upcr_topo_config *config) {
  int width = config->node_threads;
  if (width == 0)
    width = (topo->threads + topo->machines - 1) / topo->machines;
  return width < topo->threads ? width : topo->threads;
}

static void discard(struct upcr_topo *topo) {
  upcr_machine_free(&topo->machine);
  free(topo->set);
  free(topo->set_of);
  free(topo->processor_of);
  free(topo->begins_on);
  free(topo->position);
  memset(topo, 0, sizeof *topo);
}

int upcr_topo_create(const struct upcr_topo_config *config, char *err, size_t errlen) {
  struct upcr_topo *topo = &upcr_topo;
  discard(topo);
  topo->threads = config->threads;
  const char *description =
      take_machines(config->machine ? config->machine : "", &topo->machines, err, errlen);
  if (!description)
    return -1;
  topo->nodes = config->nodes;
  topo->node_first = config->nodes > 1 ? config->node_first : 0;
  topo->one_host = config->one_host;
  topo->node_threads = widths(topo, config);
  if (*description && describe_machine(topo, description, config->machine, err, errlen) != 0)
    return -1;
  topo->policy = decide(topo, config);
  if (!*description && read_machine(topo, err, errlen) != 0)
    return -1;
  if (upcr_topo_assign(topo, config->bind, err, errlen) != 0)
    return -1;
  if (upcr_topo_group(topo) == 0 && upcr_topo_find_start_processors(topo, config) == 0)
    return 0;
  snprintf(err, errlen, "out of memory: the places of %d threads", topo->threads);
  return -1;
}

const struct upcr_cpus *upcr_topo_cpus(int thread) {
  return upcr_topo.set_of && !upcr_topo.machine.synthetic ? &upcr_topo.set[upcr_topo.set_of[thread]]
                                                          : 0;
}

int upcr_topo_memory_region(int thread) {
  const struct upcr_cpus *set = upcr_topo_cpus(thread);
  const struct upcr_machine *machine = &upcr_topo.machine;
  int region = -1;
  if (!set)
    return -1;
  for (int i = 0; i < machine->processors; i++) {
    if (!upcr_cpus_has(set, machine->processor[i].os))
      continue;
    if (region >= 0 && region != machine->processor[i].region)
      return -1;
    region = machine->processor[i].region;
  }
  return region < 0 ? -1 : machine->region_os[region];
}
