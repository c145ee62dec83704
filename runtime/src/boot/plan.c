/* SPDX-License-Identifier: Apache-2.0 */
/* The plan of a job: numbers of threads, nodes and processes, and which threads each has. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/settings.h"
#include "../base/system.h"
#include "boot.h"

static const char gnu_threads[] = "-fupc-threads-";

static int is_count(const char *text, int *count) {
  char *end;
  if (!text || *text < '0' || *text > '9')
    return 0;
  long value = strtol(text, &end, 10);
  if (*end)
    return 0;
  *count = value > UPCR_BOOT_THREADS_MAX ? UPCR_BOOT_THREADS_MAX + 1 : (int)value;
  return 1;
}

/* GNU UPC's switches, only as the first argument: "-n N", "-fupc-threads-N". Returns how many
 * arguments they are, 0 to 2. */
static int leading_count(int argc, char **argv, int *count) {
  if (argc >= 3 && strcmp(argv[1], "-n") == 0 && is_count(argv[2], count))
    return 2;
  if (argc >= 2 && strncmp(argv[1], gnu_threads, sizeof gnu_threads - 1) == 0 &&
      is_count(argv[1] + sizeof gnu_threads - 1, count))
    return 1;
  return 0;
}

static void remove_arguments(int *argc, char **argv, int n) {
  memmove(argv + 1, argv + 1 + n,
          (size_t)(*argc - n) * sizeof *argv); /* with the null at the end */
  *argc -= n;
}

static int plan_threads(struct upcr_boot_plan *plan, const struct upcr_note *note, int *argc,
                        char **argv, char *err, size_t errlen) {
  int asked = upcr_settings.nthreads;
  const char *how = plan->launched ? "upcrun -n" : "UPC_NTHREADS";
  bool leads = !plan->launched && !upcr_note_is_plain_c(note); /* a C program's -n is its own */
  int n = leads ? leading_count(*argc, argv, &asked) : 0;
  if (n > 0) {
    how = "its first argument (read so unless upcrun starts it)";
    remove_arguments(argc, argv, n);
    if (asked < 1 || asked > UPCR_BOOT_THREADS_MAX) {
      snprintf(err, errlen,
               "the number of threads given by the first argument must be from 1 to %d",
               UPCR_BOOT_THREADS_MAX);
      return -1;
    }
  }
  if (note->threads > UPCR_BOOT_THREADS_MAX) {
    snprintf(err, errlen, "%s is compiled for %d threads: the limit is %d", argv[0], note->threads,
             UPCR_BOOT_THREADS_MAX);
    return -1;
  }
  if (note->threads && asked && asked != note->threads) {
    snprintf(err, errlen,
             "%s is compiled for %d threads (upcc -T %d), but %s asks for %d: run it with %d, or "
             "compile it without -T",
             argv[0], note->threads, note->threads, how, asked, note->threads);
    return -1;
  }
  plan->threads = note->threads ? note->threads : asked ? asked : 1;
  return 0;
}

static int may_share(const struct upcr_boot_plan *plan, const char *program, char *err,
                     size_t errlen) {
#ifdef __UPCR_PTHREADS__
  (void)plan, (void)program, (void)err, (void)errlen;
  return 0;
#else
  if (plan->per_process <= 1)
    return 0;
  snprintf(err, errlen,
           "%d UPC threads per process are asked for (upcrun -p, UPC_PTHREADS_PER_PROC or "
           "UPC_PTHREADS_MAP), but %s is "
           "compiled for one: compile it with upcc -pthreads",
           plan->per_process, program);
  return -1;
#endif
}

static int most_of_a_node(const struct upcr_boot_plan *plan) {
  int most = 0;
  for (int node = 0; node < plan->nodes; node++) {
    int count = plan->node_first[node + 1] - plan->node_first[node];
    most = count > most ? count : most;
  }
  return most;
}

static void spread_evenly(struct upcr_boot_plan *plan) {
  for (int node = 0; node <= plan->nodes; node++)
    plan->node_first[node] = (int)((long)plan->threads * node / plan->nodes);
}

/* "3,1", also with blanks. */
static int spread_by_list(struct upcr_boot_plan *plan, const char *list, char *err, size_t errlen) {
  int node = 0, first = 0;
  for (const char *at = list; *at && node < plan->nodes; at += strspn(at, ", ")) {
    char *end;
    long count = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : 0;
    if (count < 1 || count > plan->threads - first)
      break;
    first += (int)count;
    plan->node_first[++node] = first;
    at = end;
  }
  if (node == plan->nodes && first == plan->threads)
    return 0;
  snprintf(err, errlen,
           "UPC_NODE_THREADS is '%s': it must be a number of threads for each of %d nodes, such as "
           "3,1, of the sum %d",
           list, plan->nodes, plan->threads);
  return -1;
}

static int plan_nodes(struct upcr_boot_plan *plan, char *err, size_t errlen) {
  plan->nodes = upcr_settings.nodes ? upcr_settings.nodes : 1;
  plan->one_host = 1;
  plan->node_first = calloc((size_t)plan->nodes + 1, sizeof *plan->node_first);
  if (!plan->node_first) {
    snprintf(err, errlen, "out of memory: the layout of %d nodes", plan->nodes);
    return -1;
  }
  if (plan->nodes > plan->threads) {
    snprintf(err, errlen,
             "%d nodes (upcrun -nodes, UPC_NODES) need a thread each: the job has %d (upcrun -n)",
             plan->nodes, plan->threads);
    return -1;
  }
  if (*upcr_settings.node_threads && plan->nodes > 1)
    return spread_by_list(plan, upcr_settings.node_threads, err, errlen);
  spread_evenly(plan);
  return 0;
}

int upcr_boot_own_processes(const struct upcr_boot_plan *plan, int *end) {
  int p = upcr_boot_process_of(plan, plan->node_first[plan->node]);
  *end = upcr_boot_process_of(plan, plan->node_first[plan->node + 1] - 1) + 1;
  return p;
}

/* The threads of a process if UPC_PTHREADS_MAP does not set them. */
static int equal_share(const struct upcr_boot_plan *plan, const struct upcr_note *note) {
  int asked = upcr_settings.pthreads_per_proc;
#ifdef __UPCR_PTHREADS__
  int share = asked ? asked : note->pthreads ? note->pthreads : most_of_a_node(plan);
#else
  (void)note;
  int share = asked ? asked : 1;
#endif
  return share < most_of_a_node(plan) ? share : most_of_a_node(plan);
}

/* A process is of one node. */
static void share_equally(struct upcr_boot_plan *plan, int share) {
  for (int node = 0; node < plan->nodes; node++)
    for (int first = plan->node_first[node]; first < plan->node_first[node + 1]; first += share)
      plan->first[plan->processes++] = first;
  plan->per_process = share;
}

static int begins_a_node(const struct upcr_boot_plan *plan, int thread) {
  for (int node = 0; node < plan->nodes; node++)
    if (plan->node_first[node] == thread)
      return 1;
  return 0;
}

/* Every node begins with a process. */
static int check_map(const struct upcr_boot_plan *plan, const char *map, char *err, size_t errlen) {
  int begun = 0;
  for (int p = 0; p < plan->processes; p++)
    begun += begins_a_node(plan, plan->first[p]);
  if (begun == plan->nodes)
    return 0;
  snprintf(err, errlen,
           "UPC_PTHREADS_MAP is '%s': a process would have threads of two nodes (%d nodes, upcrun "
           "-nodes)",
           map, plan->nodes);
  return -1;
}

/* "4,2,1", also with blanks. */
static int share_by_map(struct upcr_boot_plan *plan, const char *map, char *err, size_t errlen) {
  int first = 0;
  for (const char *at = map; *at; at += strspn(at, ", ")) {
    char *end;
    long count = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : 0;
    if (count < 1 || count > plan->threads - first || (*end && *end != ',' && *end != ' ')) {
      first = -1;
      break;
    }
    plan->first[plan->processes++] = first;
    first += (int)count;
    if (count > plan->per_process)
      plan->per_process = (int)count;
    at = end;
  }
  if (first == plan->threads)
    return check_map(plan, map, err, errlen);
  snprintf(err, errlen,
           "UPC_PTHREADS_MAP is '%s': it must be a number of threads for each process, such as "
           "2,1, of the sum %d",
           map, plan->threads);
  return -1;
}

static int plan_processes(struct upcr_boot_plan *plan, const struct upcr_note *note,
                          const char *program, char *err, size_t errlen) {
  plan->first = calloc((size_t)plan->threads + 1, sizeof *plan->first);
  if (!plan->first) {
    snprintf(err, errlen, "out of memory: the layout of %d threads", plan->threads);
    return -1;
  }
  if (!*upcr_settings.pthreads_map)
    share_equally(plan, equal_share(plan, note));
  else if (share_by_map(plan, upcr_settings.pthreads_map, err, errlen) != 0)
    return -1;
  plan->first[plan->processes] = plan->threads;
  return may_share(plan, program, err, errlen);
}

int upcr_boot_process_of(const struct upcr_boot_plan *plan, int thread) {
  int low = 0, high = plan->processes;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (plan->first[middle] <= thread)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static int plan_stdin(struct upcr_boot_plan *plan, char *err, size_t errlen) {
  const char *who = upcr_settings.standard_input;
  if (strcmp(who, "all") == 0)
    plan->stdin_thread = UPCR_STDIN_ALL;
  else if (strcmp(who, "none") == 0)
    plan->stdin_thread = UPCR_STDIN_NONE;
  else if (!is_count(who, &plan->stdin_thread) || plan->stdin_thread >= plan->threads) {
    snprintf(err, errlen,
             "UPC_STDIN (upcrun -stdin) is '%s': it must be all, none or a thread from 0 to %d",
             who, plan->threads - 1);
    return -1;
  }
  return 0;
}

int upcr_boot_make_plan(struct upcr_boot_plan *plan, const struct upcr_note *note, int launched,
                        int *argc, char **argv, char *err, size_t errlen) {
  memset(plan, 0, sizeof *plan);
  plan->launched = launched;
  plan->heap_bytes = upcr_settings.shared_heap_size ? upcr_settings.shared_heap_size : note->heap;
  if (plan_threads(plan, note, argc, argv, err, errlen) != 0 ||
      plan_nodes(plan, err, errlen) != 0 || plan_processes(plan, note, argv[0], err, errlen) != 0)
    return -1;
  return plan_stdin(plan, err, errlen);
}

enum { PATH_BYTES = 4352 };

static uint64_t whole_processors(uint64_t quota, uint64_t period) {
  if (quota == UINT64_MAX || quota == 0 || period == UINT64_MAX || period == 0)
    return UINT64_MAX;
  return quota / period + (quota % period != 0);
}

/* Version 2: "QUOTA PERIOD" or "max PERIOD", in microseconds. */
static uint64_t of_cpu_max(const char *folder) {
  char path[PATH_BYTES];
  unsigned long quota, period;
  if ((size_t)snprintf(path, sizeof path, "%s/cpu.max", folder) >= sizeof path)
    return UINT64_MAX;
  FILE *file = fopen(path, "re");
  if (!file)
    return UINT64_MAX;
  int fields = fscanf(file, "%lu %lu", &quota, &period);
  fclose(file);
  return fields == 2 ? whole_processors(quota, period) : UINT64_MAX;
}

/* Version 1: a file each; a quota of -1 is none. */
static uint64_t of_cfs(const char *folder) {
  return whole_processors(upcr_number_in(folder, "cpu.cfs_quota_us"),
                          upcr_number_in(folder, "cpu.cfs_period_us"));
}

static uint64_t quota_of(const char *folder) {
  uint64_t quota = of_cpu_max(folder);
  return quota == UINT64_MAX ? of_cfs(folder) : quota;
}

int upcr_boot_processor_quota(void) {
  uint64_t quota = upcr_least_limit("cpu", quota_of);
  return quota < INT_MAX ? (int)quota : INT_MAX;
}
