/* SPDX-License-Identifier: Apache-2.0 */
/* The process's endpoint. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/system.h"
#include "../../base/log.h"
#include "../../base/settings.h"
#include "../../mem/segment.h"
#include "../conduit_interface.h"
#include "far.h"
#include "far_start.h"

#define SETTING "UPC_NETWORK (upcrun -network)"

struct upcr_far_process upcr_far_process;

static char *address_of(int process) {
  return upcr_job->far->address + (size_t)process * UPCR_FAR_ADDRESS;
}

/* The region of a thread begins behind the page that is not accessible (mem/segment.h). */
static struct upcr_conduit_region *make_regions(int first, int count) {
  struct upcr_conduit_region *regions = calloc((size_t)count, sizeof *regions);
  for (int i = 0; regions && i < count; i++)
    regions[i] =
        (struct upcr_conduit_region){.thread = first + i,
                                     .base = upcr_segment_base(first + i) + UPCR_STATIC_BASE,
                                     .bytes = upcr_job->segment_stride - UPCR_STATIC_BASE};
  return regions;
}

/* The conduits in the order in which `auto` tries them: libraries first where the host has an
 * adapter that sockets do not use, or the user has named a provider. */
static const struct upcr_conduit *const *conduits(void) {
  static const struct upcr_conduit *list[4];
  bool libraries = upcr_interface_has_adapter(0) || *upcr_settings.ofi_provider;
  int n = 0;
  if (!libraries)
    list[n++] = upcr_conduit_tcp;
  if (upcr_conduit_ofi)
    list[n++] = upcr_conduit_ofi;
  if (upcr_conduit_ucx)
    list[n++] = upcr_conduit_ucx;
  if (libraries)
    list[n++] = upcr_conduit_tcp;
  list[n] = 0;
  return list;
}

static bool takes_any(void) { return strcmp(upcr_settings.network, "auto") == 0; }

static bool may_take(const struct upcr_conduit *conduit) {
  return takes_any() || strcmp(conduit->name, upcr_settings.network) == 0;
}

static struct upcr_conduit_wish wish_for(bool one_host) {
  return (struct upcr_conduit_wish){.provider = upcr_settings.ofi_provider,
                                    .interface = upcr_settings.interface,
                                    .local = one_host};
}

void upcr_far_show(FILE *out, int nodes, bool one_host) {
  struct upcr_conduit_wish wish = wish_for(one_host);
  const struct upcr_conduit *taken = 0;
  fprintf(out, "smp: shared memory, between the threads of a node\n");
  for (const struct upcr_conduit *const *c = conduits(); *c; c++)
    if ((*c)->show(&wish, out) && !taken && may_take(*c))
      taken = *c;
  if (!upcr_conduit_ofi)
    fprintf(out, "ofi: libupcr was built without the headers of libfabric (libfabric-dev)\n");
  if (!upcr_conduit_ucx)
    fprintf(out, "ucx: libupcr was built without the headers of UCX (libucx-dev)\n");
  upcr_interface_show(out);
  if (nodes == 1)
    fprintf(out, "this job has one node and takes smp alone");
  else
    fprintf(out, "this job has %d nodes%s and takes smp within them and %s between them", nodes,
            one_host ? " on one host" : "", taken ? taken->name : "nothing");
  if (nodes == 1 && taken)
    fprintf(out, "; several nodes would take %s", taken->name);
  fprintf(out, ": %s\n",
          !takes_any() ? "UPC_NETWORK names it"
          : taken      ? "the first of them that works (UPC_NETWORK=auto)"
                       : "none of them works");
}

int upcr_far_check_network(int nodes, char *err, size_t errlen) {
  static const char *const networks[] = {"auto", "tcp", "ofi", "ucx"};
  for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
    if (strcmp(upcr_settings.network, networks[i]) == 0)
      return 0;
  if (nodes == 1 && strcmp(upcr_settings.network, "smp") == 0)
    return 0;
  return upcr_fail(err, errlen,
                   SETTING " is '%s': it must be auto, tcp, ofi (libfabric) or ucx; smp, shared "
                           "memory, is for jobs of one node",
                   upcr_settings.network);
}

/* Opens the conduit that UPC_NETWORK names, or the first available one. Writes its address after
 * length and name. */
static void open_endpoint(int first, int count) {
  struct upcr_conduit_region *regions = make_regions(first, count);
  struct upcr_conduit_wish wish =
      wish_for(upcr_job->config.host_threads == upcr_job->config.threads);
  char why[2048] = "";
  if (!regions)
    upcr_fatal("out of memory: the regions of %d threads", count);
  for (const struct upcr_conduit *const *c = conduits(); *c && !upcr_far_process.conduit; c++) {
    size_t length = 0, n = strlen(why);
    char *out = address_of(upcr_far_process.process);
    if (!may_take(*c))
      continue;
    char err[900];
    if ((*c)->open(&wish, regions, count, upcr_far_receive, out + 8, &length, err, sizeof err) ==
        0) {
      upcr_far_process.conduit = *c;
      snprintf(out, 6, "%s", (*c)->name);
      out[6] = (char)(length & 0xff);
      out[7] = (char)(length >> 8);
    } else {
      snprintf(why + n, sizeof why - n, "%s%s: %s", n ? "; " : "", (*c)->name, err);
    }
  }
  free(regions);
  if (!upcr_far_process.conduit)
    upcr_fatal("no network between the nodes (" SETTING " is %s): %s", upcr_settings.network,
               *why ? why
                    : "libupcr was built without it: it needs the headers of libfabric "
                      "(libfabric-dev) or UCX (libucx-dev)");
}

void upcr_far_prepare(void) {
  for (const struct upcr_conduit *const *c = conduits(); *c; c++)
    if (may_take(*c)) {
      (*c)->prepare();
      return; /* a job that falls back to another one loads it in each process */
    }
}

/* The acquire pairs with the supervisor's release (let_go of boot/nodes.c): the addresses are
 * there. */
static void wait_for_addresses(void) {
  struct upcr_far_shared *far = upcr_job->far;
  while (!atomic_load_explicit(&far->ready, memory_order_acquire))
    upcr_futex_wait(&far->ready, 0);
}

static void connect_all(int processes) {
  char err[900];
  for (int p = 0; p < processes; p++)
    if (strncmp(address_of(p), upcr_far_process.conduit->name, 6) != 0)
      upcr_fatal("process %d uses %.6s, process %d uses %s: name one with " SETTING, p,
                 address_of(p), upcr_far_process.process, upcr_far_process.conduit->name);
  if (upcr_far_process.conduit->connect(processes, upcr_far_process.process,
                                        upcr_job->far->address + 8, UPCR_FAR_ADDRESS, err,
                                        sizeof err) != 0)
    upcr_fatal("no network between the nodes: %s", err);
}

void upcr_far_start(int first, int count, void (*published)(void)) {
  upcr_far_process = (struct upcr_far_process){
      .process = upcr_job->process_of[first], .first = first, .count = count};
  upcr_net = &upcr_net_nodes;
  upcr_far_make_records();
  open_endpoint(first, count);
  atomic_fetch_add_explicit(&upcr_job->far->published, 1, memory_order_release);
  published();
  wait_for_addresses();
  connect_all(upcr_job->process_of[upcr_job->config.threads - 1] + 1);
  if (upcr_settings.verbose && upcr_far_process.process == 0)
    fprintf(stderr, "upcr: network  %d nodes, %s (%s)\n", upcr_job->config.nodes,
            upcr_far_process.conduit->describe(),
            takes_any() ? "UPC_NETWORK is auto: the first that works" : "UPC_NETWORK names it");
  atomic_store_explicit(&upcr_progress, upcr_nodes_poll, memory_order_relaxed);
  upcr_wait_costly_progress();
  upcr_far_start_progress();
}
