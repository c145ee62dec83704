/* SPDX-License-Identifier: Apache-2.0 */
/* The decisions of the start, for upcrun -v and for the file of UPC_LOGFILE. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/log.h"
#include "../base/settings.h"
#include "../base/text.h"
#include "../mem/job.h"
#include "../topo/topo.h"
#include "boot.h"
#include "collectives.h"

static const char *const memory_names[] = {"memfd", "POSIX", "System V", "file"};
static const char *const policy_names[] = {"auto", "none", "core", "NUMA region", "list"};

static void show_machine(FILE *out) {
  const struct upcr_machine *m = &upcr_topo.machine;
  int nodes = upcr_topo.groups[UPCR_LEVEL_NODE];
  fprintf(out, "upcr: machine  %d NUMA region%s, %d core%s, %d processor%s, from %s", m->regions,
          upcr_plural((size_t)m->regions), m->cores, upcr_plural((size_t)m->cores), m->processors,
          upcr_plural((size_t)m->processors), m->source);
  if (nodes > 1)
    fprintf(out, "; %d groups of threads, which share no memory", nodes);
  if (upcr_boot_is_oversubscribed())
    fprintf(out, "; %s than processors",
            upcr_boot.layout.one_host ? "more threads" : "a host has more threads");
  fputc('\n', out);
}

/* On a simulated topology threads have places for the collectives, but are not bound. */
static void show_binding(FILE *out) {
  const char *policy = policy_names[upcr_topo.policy];
  if (upcr_topo.machine.synthetic && upcr_topo.policy != UPCR_BIND_NONE)
    fprintf(out,
            "upcr: binding  none: the topology is simulated; threads have places in it by %s\n",
            policy);
  else
    fprintf(out, "upcr: binding  %s%s%s\n", policy, *upcr_topo.note ? ": " : "", upcr_topo.note);
}

static void show_memory(FILE *out) {
  char heap[32], page[32];
  const struct upcr_huge *huge = &upcr_job->huge;
  fprintf(out, "upcr: memory   %s of shared heap per thread, %s",
          upcr_size_format(upcr_job->config.heap_bytes, heap, sizeof heap),
          memory_names[upcr_job->backing.kind]);
  if (huge->kind == UPCR_HUGE_POOL)
    fprintf(out, ", pages of %s", upcr_size_format(huge->bytes, page, sizeof page));
  else if (huge->kind == UPCR_HUGE_TRANSPARENT)
    fprintf(out, ", transparent huge pages");
  else if (*huge->note)
    fprintf(out, ", no huge pages: %s", huge->note);
  const char *near = upcr_boot_memory_note();
  fprintf(out, "%s%s\n", *near ? "; " : "", near);
}

static void show_thread(FILE *out, int thread) {
  char cpus[400];
  const struct upcr_cpus *set = upcr_topo_cpus(thread);
  fprintf(out, "upcr: thread %-4d process %-4d", thread,
          upcr_boot_process_of(&upcr_boot.layout, thread));
  if (upcr_topo.groups[UPCR_LEVEL_NODE] > 1)
    fprintf(out, " node %-3d", upcr_topo_position(thread, UPCR_LEVEL_NODE)->group);
  if (upcr_topo.processor_of) {
    const struct upcr_processor *p = &upcr_topo.machine.processor[upcr_topo.processor_of[thread]];
    fprintf(out, " NUMA region %-3d core %-4d", p->region, p->core);
  }
  fprintf(out, " processors %s\n", set ? upcr_cpus_format(set, cpus, sizeof cpus) : "any");
}

void upcr_boot_show_places(FILE *out) {
  show_machine(out);
  show_binding(out);
  show_memory(out);
  for (int t = 0; t < upcr_boot.layout.threads; t++)
    show_thread(out, t);
  fflush(out);
}

void upcr_boot_show_process(int p, pid_t pid) {
  const int *first = &upcr_boot.layout.first[p];
  fprintf(stderr, "upcr: process %-4d pid %-8d ", p, (int)pid);
  if (first[1] - first[0] == 1)
    fprintf(stderr, "thread %d\n", first[0]);
  else
    fprintf(stderr, "threads %d-%d\n", first[0], first[1] - 1);
}

/* UPC_LOG: a file with all that is decided before the threads start. */

static void show_command(FILE *out) {
  char when[64];
  time_t now = time(0);
  strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", localtime(&now));
  fprintf(out, "upcr: %s  started as", when);
  for (int i = 0; i < upcr_boot.argc; i++)
    fprintf(out, " %s", upcr_boot.argv[i]);
  fprintf(out, ", %d threads in %d processes\n", upcr_boot.layout.threads,
          upcr_boot.layout.processes);
}

void upcr_boot_write_log(void) {
  if (!upcr_settings.log && !*upcr_settings.log_file)
    return;
  char *name = upcr_numbered_file(
      *upcr_settings.log_file ? upcr_settings.log_file : "upc_log.%.txt", (int)getpid());
  FILE *out = name ? fopen(name, "w") : 0;
  if (out) {
    show_command(out);
    upcr_boot_show_places(out);
    upcr_settings_show(out);
    upcr_coll_show(out);
  }
  if (!out || fclose(out) != 0)
    upcr_warn("no log: %s: %s (UPC_LOGFILE)", name ? name : "", strerror(errno));
  free(name);
}
