/* SPDX-License-Identifier: Apache-2.0 */
/* The processors on which unbound threads begin.
 *
 * If there are more threads than processors, consecutive threads begin on different processors, so
 * that neighbours, which wait for each other in chains and pipelines, run at the same time. A
 * processor keeps the translations of a few address spaces only. If more processes would share a
 * processor, each process stays on one: consecutive processes begin on different processors. The
 * threads of the last, incomplete round of processes are spread by threads, which balances the
 * processors. */
#include <stdlib.h>

#include "topo_internal.h"

/* Address spaces whose translations survive a context switch: of Linux on x86-64
 * (TLB_NR_DYN_ASIDS); other processors have thousands. */
#ifdef __x86_64__
enum { ADDRESS_SPACES = 6 };
#else
enum { ADDRESS_SPACES = 256 };
#endif

static void share_evenly(int *processor_of, long threads, long processors) {
  for (long t = 0; t < threads; t++)
    processor_of[t] = (int)(t * processors / threads);
}

static void deal(int *processor_of, int first, int end, int processors) {
  for (int t = first; t < end; t++)
    processor_of[t] = t % processors;
}

/* The most processes with threads on one processor if threads are distributed cyclically over
 * processors; -1: out of memory. */
static int processes_that_meet(const struct upcr_topo_config *config, int processors) {
  int *met = calloc((size_t)processors, sizeof *met), most = 0;
  if (!met)
    return -1;
  for (int p = 0; p < config->processes; p++)
    for (int t = config->first[p]; t < config->first[p + 1] && t < config->first[p] + processors;
         t++) {
      int now = ++met[t % processors];
      most = now > most ? now : most;
    }
  free(met);
  return most;
}

static void deal_processes(int *processor_of, const struct upcr_topo_config *config,
                           int processors) {
  int whole = config->processes - config->processes % processors;
  for (int p = 0; p < whole; p++)
    for (int t = config->first[p]; t < config->first[p + 1]; t++)
      processor_of[t] = p % processors;
  deal(processor_of, config->first[whole], config->threads, processors);
}

int upcr_topo_find_start_processors(struct upcr_topo *topo, const struct upcr_topo_config *config) {
  int processors = topo->machine.processors, meet = 0;
  topo->begins_on = calloc((size_t)topo->threads, sizeof *topo->begins_on);
  if (!topo->begins_on)
    return -1;
  if (topo->threads <= processors) {
    share_evenly(topo->begins_on, topo->threads, processors);
    return 0;
  }
  if (config->first)
    meet = processes_that_meet(config, processors);
  if (meet > ADDRESS_SPACES)
    deal_processes(topo->begins_on, config, processors);
  else
    deal(topo->begins_on, 0, topo->threads, processors);
  return meet < 0 ? -1 : 0;
}
