/* SPDX-License-Identifier: Apache-2.0 */
/* Places of threads on machines that hwloc describes, sets of processors, memory near a region. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <topo/topo_internal.h>
#include <unistd.h>

#include "test.h"

static char err[600];

static int make(int threads, const char *machine, const char *bind) {
  struct upcr_topo_config config = {.threads = threads, .machine = machine, .bind = bind};
  return upcr_topo_create(&config, err, sizeof err);
}

static int at(int thread, enum upcr_topo_level level, int group, int rank, int size, int first,
              int next) {
  const struct upcr_position *p = upcr_topo_position(thread, level);
  return p->group == group && p->rank == rank && p->size == size && p->first == first &&
         p->next == next;
}

static int refused(int threads, const char *machine, const char *bind, const char *says) {
  int ok = make(threads, machine, bind) != 0 && strstr(err, says);
  if (!ok)
    fprintf(stderr, "message: %s\n", err);
  return ok;
}

static void check_even(void) {
  CHECK(make(8, "numa:2 core:4", 0) == 0 && upcr_topo.policy == UPCR_BIND_REGION);
  CHECK(upcr_topo.groups[UPCR_LEVEL_NODE] == 1 && upcr_topo.groups[UPCR_LEVEL_REGION] == 2 &&
        upcr_topo.groups[UPCR_LEVEL_CORE] == 8);
  CHECK(at(0, UPCR_LEVEL_NODE, 0, 0, 8, 0, 1) && at(7, UPCR_LEVEL_NODE, 0, 7, 8, 0, -1));
  CHECK(at(3, UPCR_LEVEL_REGION, 0, 3, 4, 0, -1) && at(4, UPCR_LEVEL_REGION, 1, 0, 4, 4, 5));
  CHECK(at(5, UPCR_LEVEL_CORE, 5, 0, 1, 5, -1));
  CHECK(upcr_topo_cpus(0) == 0 &&
        upcr_topo_memory_region(0) == -1);           /* described: nothing is bound */
  CHECK(make(3, "package:2 numa:2 core:1", 0) == 0); /* fewer threads than regions: none gets two */
  CHECK(upcr_topo.groups[UPCR_LEVEL_REGION] == 3);
  CHECK(make(16, "numa:2 core:2 pu:2", "core") == 0); /* more than processors */
  CHECK(upcr_topo.sets == 4 && upcr_topo.groups[UPCR_LEVEL_CORE] == 4 &&
        at(5, UPCR_LEVEL_CORE, 1, 1, 4, 4, 6));
}

static int begin_on(const int *processors) {
  for (int t = 0; t < upcr_topo.threads; t++)
    if (upcr_topo_begins_on(t) != processors[t])
      return 0;
  return 1;
}

static void check_begins(void) {
  CHECK(make(5, "core:2", "none") == 0 && begin_on((int[]){0, 1, 0, 1, 0}));
  CHECK(make(2, "core:4", "none") == 0 && begin_on((int[]){0, 2})); /* oversubscribed by a quota */
  CHECK(make(4, "core:4", "none") == 0 && begin_on((int[]){0, 1, 2, 3}));
}

/* Jobs of `processes` with `share` threads each. */
static int make_mixed(int processes, int share, const char *machine) {
  int first[33];
  for (int p = 0; p <= processes; p++)
    first[p] = p * share;
  struct upcr_topo_config config = {.threads = processes * share,
                                    .processes = processes,
                                    .first = first,
                                    .machine = machine,
                                    .bind = "none"};
  return upcr_topo_create(&config, err, sizeof err);
}

static int begin_in_turn(void) {
  for (int t = 0; t < upcr_topo.threads; t++)
    if (upcr_topo_begins_on(t) != t % upcr_topo.machine.processors)
      return 0;
  return 1;
}

static int threads_on(int processor) {
  int count = 0;
  for (int t = 0; t < upcr_topo.threads; t++)
    count += upcr_topo_begins_on(t) == processor;
  return count;
}

/* Processes of `share` threads each, of which at least one begins there. */
static int processes_on(int processor, int share) {
  int count = 0, last = -1;
  for (int t = 0; t < upcr_topo.threads; t++)
    if (upcr_topo_begins_on(t) == processor && t / share != last) {
      last = t / share;
      count++;
    }
  return count;
}

struct mixed {
  int processes, share;
  const char *machine;
  int in_turn;  /* the threads are */
  int together; /* the most processes on one processor */
};

static int begins_well(const struct mixed *job) {
  if (make_mixed(job->processes, job->share, job->machine) != 0 || begin_in_turn() != job->in_turn)
    return 0;
  int together = 0, processors = upcr_topo.machine.processors,
      even = upcr_topo.threads / processors;
  for (int p = 0; p < processors; p++) {
    int here = processes_on(p, job->share), threads = threads_on(p);
    together = here > together ? here : together;
    if (threads < even || threads > even + 1)
      return 0;
  }
  return together == job->together;
}

/* Their threads in turn up to six processes a processor, beyond that whole processes. */
static void check_begins_mixed(void) {
#ifdef __x86_64__
  static const struct mixed jobs[] = {
      {2, 2, "core:2", 1, 2},  {4, 2, "core:2", 1, 4},   {3, 3, "core:2", 1, 3},
      {4, 4, "core:2", 1, 4},  {2, 8, "core:2", 1, 2},   {1, 16, "core:2", 1, 1},
      {16, 1, "core:2", 1, 8}, {6, 2, "core:2", 1, 6},   {7, 2, "core:2", 0, 4},
      {8, 2, "core:2", 0, 4},  {9, 3, "core:2", 0, 5},   {12, 2, "core:2", 0, 6},
      {16, 4, "core:2", 0, 8}, {7, 2, "core:3", 1, 5},   {7, 8, "core:4", 0, 4},
      {10, 2, "core:3", 0, 4}, {32, 3, "core:12", 0, 4}, {8, 2, "core:1", 1, 8},
      {11, 5, "core:5", 0, 3}};
  for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
    int well = begins_well(&jobs[i]);
    if (!well)
      fprintf(stderr, "%d processes of %d threads on %s\n", jobs[i].processes, jobs[i].share,
              jobs[i].machine);
    CHECK(well);
  }
  CHECK(make_mixed(8, 2, "core:2") == 0 &&
        begin_on((int[]){0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1}));
  CHECK(make_mixed(7, 2, "core:2") == 0 &&
        begin_on((int[]){0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1}));
#endif
  CHECK(make_mixed(3, 3, "core:2") == 0 && begin_on((int[]){0, 1, 0, 1, 0, 1, 0, 1, 0}));
  int uneven[] = {0, 1, 4, 6};
  struct upcr_topo_config map = {
      .threads = 6, .processes = 3, .first = uneven, .machine = "core:4", .bind = "none"};
  CHECK(upcr_topo_create(&map, err, sizeof err) == 0 && begin_on((int[]){0, 1, 2, 3, 0, 1}));
}

static void check_clusters(void) {
  CHECK(make(8, "machine:2 numa:2 core:4", 0) == 0 && upcr_topo.node_threads == 4);
  CHECK(upcr_topo.groups[UPCR_LEVEL_NODE] == 2 && upcr_topo.groups[UPCR_LEVEL_REGION] == 4);
  CHECK(at(5, UPCR_LEVEL_NODE, 1, 1, 4, 4, 6) && at(6, UPCR_LEVEL_REGION, 3, 0, 2, 6, 7));
  CHECK(make(7, "machine:3", "none") == 0 && upcr_topo.node_threads == 3 &&
        upcr_topo.groups[UPCR_LEVEL_NODE] == 3);
  CHECK(at(6, UPCR_LEVEL_NODE, 2, 0, 1, 6, -1) && upcr_topo.groups[UPCR_LEVEL_REGION] == 3 &&
        upcr_topo.groups[UPCR_LEVEL_CORE] == 7);
  struct upcr_topo_config groups = {.threads = 5, .node_threads = 2, .machine = "numa:2 core:2"};
  CHECK(upcr_topo_create(&groups, err, sizeof err) == 0 && upcr_topo.groups[UPCR_LEVEL_NODE] == 3);
}

static void check_lists(void) {
  CHECK(make(6, "numa:2 core:2", "3,0-1") == 0 && upcr_topo.policy == UPCR_BIND_LIST &&
        upcr_topo.sets == 3);
  CHECK(upcr_topo.processor_of[0] == 3 && upcr_topo.processor_of[1] == 0 &&
        upcr_topo.processor_of[5] == 1);
  CHECK(at(3, UPCR_LEVEL_REGION, 1, 1, 2, 0, -1) &&
        at(4, UPCR_LEVEL_REGION, 0, 2, 4, 1, 5)); /* not contiguous */
  CHECK(make(2, "numa:2 core:2", "2-3:0-1") == 0 && upcr_topo.sets == 2 &&
        upcr_cpus_has(&upcr_topo.set[0], 3) && !upcr_cpus_has(&upcr_topo.set[0], 0));
  CHECK(make(1, "numa:2 core:2", "0-3") == 0 && upcr_topo.sets == 1); /* longer than needed */
  CHECK(make(4, "machine:2 numa:2 core:1", "1,0") == 0 && upcr_topo.processor_of[2] == 1);
}

static void check_refusals(void) {
  CHECK(refused(2, "numa:2 core:2", "0,9", "processor 9 is not among"));
  CHECK(strstr(err, "0-3") && strstr(err, "'0,9'"));
  CHECK(refused(2, "numa:2 core:2", "0,", "UPC_BIND") &&
        refused(2, "numa:2 core:2", "3-1", "'3-1'"));
  CHECK(refused(2, "numa:2 core:2", "sideways", "auto, none, core, numa"));
  CHECK(refused(2, "what:2", 0, "'what:2") && refused(2, "machine:0 core:2", 0, "UPC_TOPOLOGY"));
}

/* This machine, whatever it is. */
static void check_here(void) {
  struct upcr_cpus allowed, now;
  upcr_cpus_allowed(&allowed);
  CHECK(make(1, 0, "core") == 0 && upcr_topo.machine.processors == upcr_cpus_count(&allowed));
  CHECK(upcr_topo_cpus(0) && upcr_cpus_bind(upcr_topo_cpus(0)) == 0);
  upcr_cpus_allowed(&now);
  CHECK(memcmp(&now, upcr_topo_cpus(0), sizeof now) == 0);
  CHECK(make(2, 0, "core") == 0 &&
        upcr_topo.machine.processors == upcr_cpus_count(&now)); /* what is left is obeyed */
  CHECK(upcr_topo.machine.cores == 1 && upcr_topo.set_of[1] == 0);
  upcr_cpus_bind(&allowed);
  struct upcr_topo_config oversubscribed = {.threads = 99, .oversubscribed = 1};
  CHECK(upcr_topo_create(&oversubscribed, err, sizeof err) == 0 && !upcr_topo_cpus(98) &&
        strstr(upcr_topo.note, "more threads"));
}

/* The region that has the page at `address`; -1 if the page is not allocated or the region
 * unknown. */
static int region_of(void *address) {
  int region = -1;
  return syscall(SYS_move_pages, 0, 1ul, &address, (int *)0, &region, 0) == 0 && region >= 0
             ? region
             : -1;
}

/* Whether the page's policy prefers region 0. */
static int prefers_region_0(void *address) {
  enum { PREFERRED = 1, POLICY_OF_ADDRESS = 2 }; /* linux/mempolicy.h */
  unsigned long mask[UPCR_REGIONS_MAX / (8 * sizeof(unsigned long))] = {0};
  int policy;
  return syscall(SYS_get_mempolicy, &policy, mask, (unsigned long)UPCR_REGIONS_MAX, address,
                 POLICY_OF_ADDRESS) == 0 &&
         policy == PREFERRED && mask[0] == 1;
}

/* The system's lowest region is there on every machine; under an emulator the calls may be missing.
 */
static void check_memory(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *memory = mmap(0, 4 * page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(region_of(memory) == -1 && !prefers_region_0(memory));
  CHECK(upcr_memory_prefer(memory, page, UPCR_REGIONS_MAX) == -1);
  if (upcr_memory_prefer(memory, 4 * page, 0) != 0)
    return;
  memory[page] = 1;
  CHECK(prefers_region_0(memory) && region_of(memory + page) == 0);
}

static void check_sets(void) {
  struct upcr_cpus set = {{0}};
  char text[40], small[10];
  CHECK(strcmp(upcr_cpus_format(&set, text, sizeof text), "") == 0);
  for (int cpu = 0; cpu < 300; cpu += cpu < 4 ? 1 : 99)
    upcr_cpus_add(&set, cpu);
  CHECK(strcmp(upcr_cpus_format(&set, text, sizeof text), "0-4,103,202") == 0 &&
        upcr_cpus_count(&set) == 7);
  CHECK(strcmp(upcr_cpus_format(&set, small, sizeof small), "0-4...") == 0);
  CHECK(!upcr_cpus_has(&set, -1) && !upcr_cpus_has(&set, UPCR_CPUS_MAX));
}

int main(void) {
  check_even();
  check_begins();
  check_begins_mixed();
  check_clusters();
  check_lists();
  check_refusals();
  check_here();
  check_memory();
  check_sets();
  return test_report();
}
