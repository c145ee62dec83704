/* SPDX-License-Identifier: Apache-2.0 */
/* The layout of a job: numbers of threads, nodes and processes, and which threads each has. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../base/settings.h"
#include "../base/system.h"
#include "../base/text.h"
#include "../topo/topo.h"
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

/* The bytes of GNU UPC's switch "-heap SIZE" at argv[at]; 0: another argument is there. */
static size_t heap_switch(int argc, char **argv, int at) {
  char why[80];
  size_t bytes;
  int is_it = at + 1 < argc && strcmp(argv[at], "-heap") == 0 &&
              upcr_size_parse(argv[at + 1], 1 << 20, &bytes, why, sizeof why) == 0;
  return is_it ? bytes : 0;
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

/* Refuses numbers of threads that cannot be: `how` says where the requested one, 0 for none, comes
 * from. */
static int check_threads(const struct upcr_note *note, int asked, const char *how,
                         const char *program, char *err, size_t errlen) {
  if (note->threads > UPCR_BOOT_THREADS_MAX)
    return upcr_fail(err, errlen, "%s is compiled for %d threads: the limit is %d", program,
                     note->threads, UPCR_BOOT_THREADS_MAX);
  if (note->threads && asked && asked != note->threads)
    return upcr_fail(
        err, errlen,
        "%s is compiled for %d threads (upcc -T %d), but %s requests %d: run it with %d, or "
        "compile it without -T",
        program, note->threads, note->threads, how, asked, note->threads);
  return 0;
}

static int lay_out_threads(struct upcr_boot_layout *layout, const struct upcr_note *note, int *argc,
                           char **argv, char *err, size_t errlen) {
  int asked = upcr_settings.nthreads;
  const char *how = layout->launched ? "upcrun -n" : "UPC_NTHREADS";
  bool leads = !layout->launched && !upcr_note_is_plain_c(note); /* a C program's -n is its own */
  int n = leads ? leading_count(*argc, argv, &asked) : 0;
  if (n > 0) {
    how = "its first argument (read so unless upcrun starts it)";
    /* Alone it may be the program's own switch; after a count it is the job's. */
    size_t heap = heap_switch(*argc, argv, 1 + n);
    layout->heap_bytes = heap ? heap : layout->heap_bytes;
    remove_arguments(argc, argv, heap ? n + 2 : n);
    if (asked < 1 || asked > UPCR_BOOT_THREADS_MAX)
      return upcr_fail(err, errlen,
                       "the number of threads given by the first argument must be from 1 to %d",
                       UPCR_BOOT_THREADS_MAX);
  }
  layout->threads = note->threads ? note->threads : asked ? asked : 1;
  return check_threads(note, asked, how, argv[0], err, errlen);
}

static int may_share(const struct upcr_boot_layout *layout, const char *program, char *err,
                     size_t errlen) {
#ifdef __UPCR_PTHREADS__
  (void)layout, (void)program, (void)err, (void)errlen;
  return 0;
#else
  if (layout->per_process <= 1)
    return 0;
  snprintf(err, errlen,
           "%d UPC threads per process are requested (upcrun -p, UPC_PTHREADS_PER_PROC or "
           "UPC_PTHREADS_MAP), but %s is "
           "compiled for one: compile it with upcc -pthreads",
           layout->per_process, program);
  return -1;
#endif
}

static int most_of_a_node(const struct upcr_boot_layout *layout) {
  int most = 0;
  for (int node = 0; node < layout->nodes; node++) {
    int count = layout->node_first[node + 1] - layout->node_first[node];
    most = count > most ? count : most;
  }
  return most;
}

static void spread_evenly(struct upcr_boot_layout *layout) {
  for (int node = 0; node <= layout->nodes; node++)
    layout->node_first[node] = (int)((long)layout->threads * node / layout->nodes);
}

/* "3,1", also with blanks. */
static int spread_by_list(struct upcr_boot_layout *layout, const char *list, char *err,
                          size_t errlen) {
  int node = 0, first = 0;
  for (const char *at = list; *at && node < layout->nodes; at += strspn(at, ", ")) {
    char *end;
    long count = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : 0;
    if (count < 1 || count > layout->threads - first)
      break;
    first += (int)count;
    layout->node_first[++node] = first;
    at = end;
  }
  if (node == layout->nodes && first == layout->threads)
    return 0;
  snprintf(err, errlen,
           "UPC_NODE_THREADS is '%s': it must be a number of threads for each of %d nodes, such as "
           "3,1, of the sum %d",
           list, layout->nodes, layout->threads);
  return -1;
}

static int lay_out_nodes(struct upcr_boot_layout *layout, char *err, size_t errlen) {
  layout->nodes = upcr_settings.nodes ? upcr_settings.nodes : 1;
  layout->one_host = 1;
  layout->node_first = calloc((size_t)layout->nodes + 1, sizeof *layout->node_first);
  if (!layout->node_first) {
    snprintf(err, errlen, "out of memory: the layout of %d nodes", layout->nodes);
    return -1;
  }
  if (layout->nodes > layout->threads) {
    snprintf(err, errlen,
             "%d nodes (upcrun -nodes, UPC_NODES) need a thread each: the job has %d (upcrun -n)",
             layout->nodes, layout->threads);
    return -1;
  }
  if (*upcr_settings.node_threads && layout->nodes > 1)
    return spread_by_list(layout, upcr_settings.node_threads, err, errlen);
  spread_evenly(layout);
  return 0;
}

int upcr_boot_own_processes(const struct upcr_boot_layout *layout, int *end) {
  int p = upcr_boot_process_of(layout, layout->node_first[layout->node]);
  *end = upcr_boot_process_of(layout, layout->node_first[layout->node + 1] - 1) + 1;
  return p;
}

/* The threads of a process if UPC_PTHREADS_MAP does not set them. */
static int equal_share(const struct upcr_boot_layout *layout, const struct upcr_note *note) {
  int asked = upcr_settings.pthreads_per_proc;
#ifdef __UPCR_PTHREADS__
  int share = asked ? asked : note->pthreads ? note->pthreads : most_of_a_node(layout);
#else
  (void)note;
  int share = asked ? asked : 1;
#endif
  return share < most_of_a_node(layout) ? share : most_of_a_node(layout);
}

/* A process is of one node. */
static void share_equally(struct upcr_boot_layout *layout, int share) {
  for (int node = 0; node < layout->nodes; node++)
    for (int first = layout->node_first[node]; first < layout->node_first[node + 1]; first += share)
      layout->first[layout->processes++] = first;
  layout->per_process = share;
}

static int begins_a_node(const struct upcr_boot_layout *layout, int thread) {
  for (int node = 0; node < layout->nodes; node++)
    if (layout->node_first[node] == thread)
      return 1;
  return 0;
}

/* Every node begins with a process. */
static int check_map(const struct upcr_boot_layout *layout, const char *map, char *err,
                     size_t errlen) {
  int begun = 0;
  for (int p = 0; p < layout->processes; p++)
    begun += begins_a_node(layout, layout->first[p]);
  if (begun == layout->nodes)
    return 0;
  snprintf(err, errlen,
           "UPC_PTHREADS_MAP is '%s': a process would have threads of two nodes (%d nodes, upcrun "
           "-nodes)",
           map, layout->nodes);
  return -1;
}

/* "4,2,1", also with blanks. */
static int share_by_map(struct upcr_boot_layout *layout, const char *map, char *err,
                        size_t errlen) {
  int first = 0;
  for (const char *at = map; *at; at += strspn(at, ", ")) {
    char *end;
    long count = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : 0;
    if (count < 1 || count > layout->threads - first || (*end && *end != ',' && *end != ' ')) {
      first = -1;
      break;
    }
    layout->first[layout->processes++] = first;
    first += (int)count;
    if (count > layout->per_process)
      layout->per_process = (int)count;
    at = end;
  }
  if (first == layout->threads)
    return check_map(layout, map, err, errlen);
  snprintf(err, errlen,
           "UPC_PTHREADS_MAP is '%s': it must be a number of threads for each process, such as "
           "2,1, of the sum %d",
           map, layout->threads);
  return -1;
}

static int lay_out_processes(struct upcr_boot_layout *layout, const struct upcr_note *note,
                             const char *program, char *err, size_t errlen) {
  layout->first = calloc((size_t)layout->threads + 1, sizeof *layout->first);
  if (!layout->first) {
    snprintf(err, errlen, "out of memory: the layout of %d threads", layout->threads);
    return -1;
  }
  if (!*upcr_settings.pthreads_map)
    share_equally(layout, equal_share(layout, note));
  else if (share_by_map(layout, upcr_settings.pthreads_map, err, errlen) != 0)
    return -1;
  layout->first[layout->processes] = layout->threads;
  return may_share(layout, program, err, errlen);
}

int upcr_boot_process_of(const struct upcr_boot_layout *layout, int thread) {
  return upcr_topo_range_of(layout->first, layout->processes, thread);
}

static int lay_out_stdin(struct upcr_boot_layout *layout, char *err, size_t errlen) {
  const char *who = upcr_settings.standard_input;
  if (strcmp(who, "all") == 0)
    layout->stdin_thread = UPCR_STDIN_ALL;
  else if (strcmp(who, "none") == 0)
    layout->stdin_thread = UPCR_STDIN_NONE;
  else if (!is_count(who, &layout->stdin_thread) || layout->stdin_thread >= layout->threads) {
    snprintf(err, errlen,
             "UPC_STDIN (upcrun -stdin) is '%s': it must be all, none or a thread from 0 to %d",
             who, layout->threads - 1);
    return -1;
  }
  return 0;
}

int upcr_boot_make_layout(struct upcr_boot_layout *layout, const struct upcr_note *note,
                          int launched, int *argc, char **argv, char *err, size_t errlen) {
  memset(layout, 0, sizeof *layout);
  layout->launched = launched;
  layout->heap_bytes = upcr_settings.shared_heap_size ? upcr_settings.shared_heap_size : note->heap;
  if (lay_out_threads(layout, note, argc, argv, err, errlen) != 0 ||
      lay_out_nodes(layout, err, errlen) != 0 ||
      lay_out_processes(layout, note, argv[0], err, errlen) != 0)
    return -1;
  return lay_out_stdin(layout, err, errlen);
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
