/* SPDX-License-Identifier: Apache-2.0 */
#include "thread_limit.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>

#include "../base/system.h"

/* A pthread takes a number and two mappings, its stack and the guard below it; the system gives no
 * number below 300 a second time. */
enum { SPARE_NUMBERS = 512, SPARE_MAPPINGS = 8 };

static uint64_t mappings(void) {
  uint64_t lines = 0;
  FILE *file = fopen("/proc/self/maps", "re");
  if (!file)
    return 0;
  for (int c; (c = getc(file)) != EOF;)
    lines += c == '\n';
  fclose(file);
  return lines;
}

/* Threads of the machine: the fourth field of /proc/loadavg is RUNNING/ALL. */
static uint64_t of_machine(void) {
  unsigned long all = 0;
  FILE *file = fopen("/proc/loadavg", "re");
  if (!file)
    return 0;
  int fields = fscanf(file, "%*s %*s %*s %*u/%lu", &all);
  fclose(file);
  return fields == 1 ? all : 0;
}

/* The number of threads that a control group may still start. */
static uint64_t left_to_group(const char *folder) {
  uint64_t most = upcr_number_in(folder, "pids.max"), now = upcr_number_in(folder, "pids.current");
  return most == UINT64_MAX || now == UINT64_MAX ? UINT64_MAX : most > now ? most - now : 0;
}

/* A limit of the shell in its `unit`. */
static uint64_t shell_limit(int resource, uint64_t unit) {
  struct rlimit limit;
  bool known = getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return known ? limit.rlim_cur / unit : UINT64_MAX;
}

struct upcr_thread_use upcr_thread_use(void) {
  return (struct upcr_thread_use){
      .machine = of_machine(),
      .pid_max = upcr_number_in("/proc/sys/kernel", "pid_max"),
      .threads_max = upcr_number_in("/proc/sys/kernel", "threads-max"),
      .left_to_groups = upcr_least_limit("pids", left_to_group),
      .mappings = mappings(),
      .map_count = upcr_number_in("/proc/sys/vm", "max_map_count"),
      .address_space = shell_limit(RLIMIT_AS, 1024),
      .processes = shell_limit(RLIMIT_NPROC, 1),
  };
}

static bool is_reached(uint64_t used, uint64_t more, uint64_t most, const char *what,
                       char out[UPCR_THREAD_LIMIT_TEXT]) {
  if (most == UINT64_MAX || used + more < most)
    return false;
  snprintf(out, UPCR_THREAD_LIMIT_TEXT, "%lu of %lu %s are in use", (unsigned long)used,
           (unsigned long)most, what);
  return true;
}

static bool machine_is_full(const struct upcr_thread_use *use, uint64_t more, uint64_t spare,
                            char out[UPCR_THREAD_LIMIT_TEXT]) {
  return is_reached(use->machine, more + spare, use->pid_max,
                    "numbers of processes and pthreads (sysctl kernel.pid_max)", out) ||
         is_reached(use->machine, more, use->threads_max,
                    "processes and pthreads of the machine (sysctl kernel.threads-max)", out);
}

static const char *limit_text(uint64_t limit, char out[24]) {
  if (limit == UINT64_MAX)
    return "unlimited";
  snprintf(out, 24, "%lu", (unsigned long)limit);
  return out;
}

const char *upcr_thread_limit(const struct upcr_thread_use *use, char out[UPCR_THREAD_LIMIT_TEXT]) {
  if (use->left_to_groups == 0)
    return "the control group allows no more processes and pthreads (pids.max)";
  if (is_reached(use->mappings, SPARE_MAPPINGS, use->map_count,
                 "mappings of a process (sysctl vm.max_map_count)", out) ||
      machine_is_full(use, 1, SPARE_NUMBERS, out))
    return out;
  char space[24], processes[24];
  snprintf(out, UPCR_THREAD_LIMIT_TEXT,
           "use a smaller UPC_STACK_SIZE or a higher limit (ulimit -v is %s, ulimit -u %s)",
           limit_text(use->address_space, space), limit_text(use->processes, processes));
  return out;
}

bool upcr_thread_shortage(const struct upcr_thread_use *use, uint64_t more,
                          char out[UPCR_THREAD_LIMIT_TEXT]) {
  if (use->left_to_groups < more) {
    snprintf(out, UPCR_THREAD_LIMIT_TEXT, "the control group allows %lu more (pids.max)",
             (unsigned long)use->left_to_groups);
    return true;
  }
  return machine_is_full(use, more, 0, out);
}
