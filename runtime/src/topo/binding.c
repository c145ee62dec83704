/* SPDX-License-Identifier: Apache-2.0 */
/* The processors to which each thread is bound.
 *
 * Threads are laid over the machine's processors in blocks, evenly: thread l of n gets processor l
 * * P / n of P, so neighbours share cores and regions, and no core gets two threads while another
 * has none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "topo_internal.h"

#define SETTING "UPC_BIND (upcrun -bind)"

static int is_one_of(const char *text, const char *const *words) {
  for (; *words; words++)
    if (strcasecmp(text, *words) == 0)
      return 1;
  return 0;
}

enum upcr_bind_policy upcr_topo_read_policy(const char *text) {
  static const char *const automatic[] = {"", "auto", 0}, *const none[] = {"none", "no", "off", 0},
                           *const core[] = {"core", "cores", "yes", "on", 0},
                           *const region[] = {"numa", "region", 0};
  if (!text || is_one_of(text, automatic))
    return UPCR_BIND_AUTO;
  return is_one_of(text, none)     ? UPCR_BIND_NONE
         : is_one_of(text, core)   ? UPCR_BIND_CORE
         : is_one_of(text, region) ? UPCR_BIND_REGION
                                   : UPCR_BIND_LIST;
}

/* The first thread of the host that a thread runs on, and how many it has. Threads of one machine
 * are counted together: all threads, unless nodes are on several hosts or a cluster is simulated.
 */
static int host_of(const struct upcr_topo *topo, int thread, int *threads) {
  int first = 0;
  *threads = topo->threads;
  if (topo->node_first && !topo->one_host) {
    int node = upcr_topo_node_of(topo, thread);
    first = topo->node_first[node];
    *threads = topo->node_first[node + 1] - first;
  } else if (topo->machines > 1) {
    first = upcr_topo_first_near(topo, thread);
    *threads =
        topo->threads - first < topo->node_threads ? topo->threads - first : topo->node_threads;
  }
  return first;
}

static int even_share(const struct upcr_topo *topo, int thread) {
  int count, local = thread - host_of(topo, thread, &count);
  return (int)((long)local * topo->machine.processors / count);
}

static int processor_by_number(const struct upcr_machine *machine, int os) {
  for (int i = 0; i < machine->processors; i++)
    if (machine->processor[i].os == os)
      return i;
  return -1;
}

static int out_of_memory(const struct upcr_topo *topo, char *err, size_t errlen) {
  snprintf(err, errlen, "out of memory: the places of %d threads", topo->threads);
  return -1;
}

static int allocate(struct upcr_topo *topo, int sets, char *err, size_t errlen) {
  topo->sets = sets;
  topo->set = calloc((size_t)sets, sizeof *topo->set);
  topo->set_of = calloc((size_t)topo->threads, sizeof *topo->set_of);
  topo->processor_of = calloc((size_t)topo->threads, sizeof *topo->processor_of);
  if (topo->set && topo->set_of && topo->processor_of)
    return 0;
  return out_of_memory(topo, err, errlen);
}

/* Binds each thread to the core or the region of its share. */
static int assign_evenly(struct upcr_topo *topo, char *err, size_t errlen) {
  const struct upcr_machine *machine = &topo->machine;
  int by_core = topo->policy == UPCR_BIND_CORE;
  if (allocate(topo, by_core ? machine->cores : machine->regions, err, errlen) != 0)
    return -1;
  for (int i = 0; i < machine->processors; i++) {
    const struct upcr_processor *p = &machine->processor[i];
    upcr_cpus_add(&topo->set[by_core ? p->core : p->region], p->os);
  }
  for (int t = 0; t < topo->threads; t++) {
    const struct upcr_processor *p =
        &machine->processor[topo->processor_of[t] = even_share(topo, t)];
    topo->set_of[t] = by_core ? p->core : p->region;
  }
  return 0;
}

/* Reads a list: "0,2,4-7" has a processor for each thread, "0-3:4-7" a set for each thread. */
struct list {
  struct upcr_topo *topo;
  int *lead; /* [sets]: index of each set's first processor */
  int room;  /* of lead and topo->set */
  int one_by_one;
  int foreign; /* a processor that is not among the machine's, -1: none */
};

static void add_to_list(int os, void *arg) {
  struct list *list = arg;
  struct upcr_topo *topo = list->topo;
  int processor = processor_by_number(&topo->machine, os);
  if (processor < 0) {
    if (list->foreign < 0)
      list->foreign = os;
    return;
  }
  if (list->one_by_one && topo->sets < list->room && upcr_cpus_count(&topo->set[topo->sets]) > 0)
    topo->sets++;
  if (topo->sets >= list->room)
    return; /* more entries than threads */
  if (list->lead[topo->sets] < 0)
    list->lead[topo->sets] = processor;
  upcr_cpus_add(&topo->set[topo->sets], os);
}

static int parse_list(struct list *list, const char *text) {
  list->one_by_one = !strchr(text, ':');
  for (;; text++) {
    if (upcr_cpus_parse(&text, ':', add_to_list, list) != 0)
      return -1;
    list->topo->sets += list->topo->sets < list->room;
    if (*text == 0)
      return 0;
  }
}

static int check_list(const struct list *list, const char *text, int malformed, char *err,
                      size_t errlen) {
  char allowed[200];
  struct upcr_cpus all = {{0}};
  if (!malformed && list->foreign < 0)
    return 0;
  for (int i = 0; i < list->topo->machine.processors; i++)
    upcr_cpus_add(&all, list->topo->machine.processor[i].os);
  upcr_cpus_format(&all, allowed, sizeof allowed);
  if (list->foreign >= 0)
    snprintf(err, errlen,
             SETTING " is '%s': processor %d is not among those that this job may use: %s "
                     "(taskset, the control group and "
                     "the machine decide)",
             text, list->foreign, allowed);
  else
    snprintf(err, errlen,
             SETTING " is '%s': it must be auto, none, core, numa, a list with a processor for "
                     "each thread (0,2,4-7), or "
                     "one with a set for each (0-3:4-7); this job may use %s",
             text, allowed);
  return -1;
}

static int assign_list(struct upcr_topo *topo, const char *text, char *err, size_t errlen) {
  struct list list = {.topo = topo, .room = topo->node_threads, .foreign = -1};
  if (topo->machines == 1)
    list.room = topo->threads;
  int count;
  if (allocate(topo, list.room, err, errlen) != 0)
    return -1;
  list.lead = malloc((size_t)list.room * sizeof *list.lead);
  if (!list.lead)
    return out_of_memory(topo, err, errlen);
  for (int i = 0; i < list.room; i++)
    list.lead[i] = -1;
  topo->sets = 0;
  int status = check_list(&list, text, parse_list(&list, text) != 0, err, errlen);
  for (int t = 0; status == 0 && t < topo->threads; t++) {
    topo->set_of[t] = (t - host_of(topo, t, &count)) % topo->sets;
    topo->processor_of[t] = list.lead[topo->set_of[t]];
  }
  free(list.lead);
  return status;
}

int upcr_topo_assign(struct upcr_topo *topo, const char *list, char *err, size_t errlen) {
  switch (topo->policy) {
  case UPCR_BIND_CORE:
  case UPCR_BIND_REGION:
    return assign_evenly(topo, err, errlen);
  case UPCR_BIND_LIST:
    return assign_list(topo, list, err, errlen);
  default:
    return 0;
  }
}
