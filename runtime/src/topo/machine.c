/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int upcr_machine_flat(struct upcr_machine *machine, const struct upcr_cpus *allowed) {
  int count = upcr_cpus_count(allowed), n = 0;
  if (count == 0)
    count = 1;
  *machine = (struct upcr_machine){
      .processors = count, .cores = count, .regions = 1, .source = "the affinity mask"};
  machine->processor = calloc((size_t)count, sizeof *machine->processor);
  machine->region_os = malloc(sizeof *machine->region_os);
  if (!machine->processor || !machine->region_os) {
    upcr_machine_free(machine);
    return -1;
  }
  machine->region_os[0] = -1;
  for (int cpu = 0; cpu < UPCR_CPUS_MAX && n < count; cpu++)
    if (upcr_cpus_has(allowed, cpu)) {
      machine->processor[n] = (struct upcr_processor){.os = cpu, .core = n};
      n++;
    }
  return 0;
}

void upcr_machine_free(struct upcr_machine *machine) {
  free(machine->processor);
  free(machine->region_os);
  machine->processor = 0;
  machine->region_os = 0;
}

static int by_place(const void *a, const void *b) {
  const struct upcr_processor *x = a, *y = b;
  if (x->region != y->region)
    return x->region < y->region ? -1 : 1;
  if (x->core != y->core)
    return x->core < y->core ? -1 : 1;
  return (x->os > y->os) - (x->os < y->os);
}

void upcr_machine_renumber(struct upcr_machine *machine) {
  int region = -1, core = -1, old_region = -1, old_core = -1;
  qsort(machine->processor, (size_t)machine->processors, sizeof *machine->processor, by_place);
  for (int i = 0; i < machine->processors; i++) {
    struct upcr_processor *p = &machine->processor[i];
    if (p->region != old_region) {
      machine->region_os[++region] =
          machine->region_os[p->region]; /* region <= p->region: not read again */
      old_core = -1;
    }
    if (p->core != old_core)
      core++;
    old_region = p->region;
    old_core = p->core;
    p->region = region;
    p->core = core;
  }
  machine->regions = region + 1;
  machine->cores = core + 1;
}

static void count_region(int cpu, void *count) {
  (void)cpu;
  ++*(int *)count;
}

int upcr_machine_regions_online(void) {
  char text[4096];
  int count = 0;
  FILE *file = fopen("/sys/devices/system/node/online", "re");
  if (!file)
    return 1;
  const char *at = fgets(text, sizeof text, file);
  fclose(file);
  return at && upcr_cpus_parse(&at, '\n', count_region, &count) == 0 ? count : 1;
}
