/* SPDX-License-Identifier: Apache-2.0 */
/* The processors of this node's threads: how many there are, and binding to them (UPC_BIND). */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

#include "../base/log.h"
#include "../base/settings.h"
#include "../base/wait.h"
#include "../topo/topo.h"
#include "boot.h"
#include "hosts.h"

int upcr_boot_processors(void) {
  struct upcr_cpus allowed;
  upcr_cpus_allowed(&allowed);
  int count = upcr_cpus_count(&allowed), quota = upcr_boot_processor_quota();
  if (count < 1)
    count = 1;
  return quota < count ? quota : count;
}

int upcr_boot_threads_here(void) {
  const struct upcr_boot_layout *layout = &upcr_boot.layout;
  return layout->one_host ? layout->threads
                          : layout->node_first[layout->node + 1] - layout->node_first[layout->node];
}

int upcr_boot_is_oversubscribed(void) {
  return upcr_hosts_joined() ? upcr_hosts_are_oversubscribed()
                             : upcr_boot_threads_here() > upcr_boot_processors();
}

void upcr_boot_decide_places(void) {
  char err[1000];
  struct upcr_topo_config config = {
      .threads = upcr_boot.layout.threads,
      .nodes = upcr_boot.layout.nodes,
      .node_first = upcr_boot.layout.node_first,
      .one_host = upcr_boot.layout.one_host,
      .node_threads = upcr_settings.pshm_width,
      .oversubscribed = upcr_boot_is_oversubscribed(),
      .processes = upcr_boot.layout.processes,
      .first = upcr_boot.layout.first,
      .bind = *upcr_settings.bind || !upcr_settings.bind_threads ? upcr_settings.bind : "core",
      .machine = upcr_settings.topology,
  };
  if (upcr_topo_create(&config, err, sizeof err) != 0)
    upcr_boot_refuse("%s", err);
}

void upcr_boot_bind(int thread) {
  const struct upcr_cpus *set = upcr_topo_cpus(thread);
  char text[200];
  if (set && upcr_cpus_bind(set) != 0)
    upcr_warn("thread %d cannot be bound to the processors %s: %s (UPC_BIND)", thread,
              upcr_cpus_format(set, text, sizeof text), strerror(errno));
}

/* If a call fails, the system places the thread. */
static void move_to(int processor, const struct upcr_cpus *allowed) {
  struct upcr_cpus one = {{0}};
  upcr_cpus_add(&one, processor);
  if (upcr_cpus_bind(&one) == 0)
    upcr_cpus_bind(allowed);
}

/* The system may leave all threads of an oversubscribed job on one processor: threads that yield
 * have always just run, and the scheduler does not move such threads. Once spread they stay spread.
 */
void upcr_boot_spread(int thread) {
  const struct upcr_topo *topo = &upcr_topo;
  struct upcr_cpus allowed;
  if (!upcr_wait_oversubscribed() || upcr_topo_cpus(thread) || topo->machine.synthetic ||
      topo->machine.processors < 2)
    return;
  upcr_cpus_allowed(&allowed);
  move_to(topo->machine.processor[upcr_topo_begins_on(thread)].os, &allowed);
}
