/* SPDX-License-Identifier: Apache-2.0 */
/* The start of the program: --wrap=main makes the C library call __wrap_main. */
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../base/instrument.h"
#include "../base/log.h"
#include "../base/settings.h"
#include "../base/system.h"
#include "../base/valgrind.h"
#include "../check/check.h"
#include "../mem/job.h"
#include "../net/far/far_start.h"
#include "../sim/transfer_costs.h"
#include "../sim/sim.h"
#include "../topo/topo.h"
#include "boot.h"
#include "freeze.h"
#include "hosts.h"
#include "peers.h"
#include "stack.h"
#include "thread_limit.h"
#include "collectives.h"

int __wrap_main(int argc, char **argv, char **envp);

struct upcr_boot upcr_boot = {.control_fd = -1};

enum { MESSAGE_MAX = 2048 };

_Noreturn void upcr_boot_refuse(const char *fmt, ...) {
  char why[MESSAGE_MAX], text[MESSAGE_MAX + 8];
  va_list args;
  va_start(args, fmt);
  vsnprintf(why, sizeof why, fmt, args);
  va_end(args);
  if (upcr_hosts_joined())
    upcr_hosts_refuse(why);
  int n = snprintf(text, sizeof text, "upcr: %s\n", why);
  upcr_write_all(STDERR_FILENO, text, (size_t)n);
  _exit(UPCR_BOOT_USAGE_STATUS);
}

_Noreturn void upcr_boot_refuse_files(const char *task, int why) {
  struct rlimit limit = {0};
  getrlimit(RLIMIT_NOFILE, &limit);
  if (why == EMFILE)
    upcr_boot_refuse("cannot %s: the limit of %ld open files is too low: raise it (ulimit -n)",
                     task, (long)limit.rlim_cur);
  upcr_boot_refuse("cannot %s: %s", task, strerror(why));
}

/* True if upcrun started the program. Removes the mark, which is not for programs that this one
 * starts. */
static int take_launcher_mark(void) {
  const char *mark = getenv("UPCR_LAUNCHER");
  int launched = mark && strcmp(mark, "upcrun") == 0;
  if (mark)
    unsetenv("UPCR_LAUNCHER");
  return launched;
}

static void warn_of_no_events(void) {
  if (!upcr_settings.stats && !upcr_settings.trace && !*upcr_settings.stats_file &&
      !*upcr_settings.trace_file)
    return;
  if (!upcr_inst_has_own_tool)
    upcr_warn("no statistics and no trace: no part of the program was compiled and linked with "
              "upcc -inst");
  else if (!upcr_inst_has_own_tool())
    upcr_warn("no statistics and no trace: the program is linked with a tool of <gasp.h>, which "
              "gets all events");
}

/* Removes the variables named in `list`, separated by ':', from the environment: options of upcrun
 * are for this program, not for those that it starts. Their texts stay valid. */
static void forget_options(const char *list) {
  char name[64];
  for (size_t n; *list; list += n + (list[n] == ':')) {
    n = strcspn(list, ":");
    if (n < sizeof name) {
      snprintf(name, sizeof name, "%.*s", (int)n, list);
      unsetenv(name);
    }
  }
  unsetenv("UPCR_ORIGINS");
}

static void read_settings(int launched, char **envp) {
  char err[MESSAGE_MAX];
  const char *given = launched ? getenv("UPCR_ORIGINS") : 0;
  if (upcr_settings_read(given, err, sizeof err) != 0)
    upcr_boot_refuse("%s", err);
  if (upcr_coll_force(upcr_settings.coll, err, sizeof err) != 0)
    upcr_boot_refuse("%s", err);
  upcr_settings_check_names(envp);
  warn_of_no_events();
  if (given)
    forget_options(given);
}

static void warn_of_small_heap(void) {
  size_t got = upcr_job->config.heap_bytes, asked = upcr_boot.layout.heap_bytes;
  if (got < asked && upcr_settings.size_warn)
    upcr_warn("shared heap of %zu MB per thread instead of %zu MB: no more memory is available "
              "(UPC_SIZE_WARN=no silences "
              "this)",
              got >> 20, asked >> 20);
}

/* Warns of requests that the machine cannot satisfy and the job does not need. */
static void warn_of_wishes(void) {
  if (*upcr_job->huge.note)
    upcr_warn("no huge pages: %s (UPC_HUGE_PAGES)", upcr_job->huge.note);
  if (upcr_topo.policy != UPCR_BIND_NONE && *upcr_topo.note)
    upcr_warn("%s (UPC_BIND)", upcr_topo.note);
}

/* The job as its layout and the settings want it. */
static struct upcr_job_config job_config(const struct upcr_note *note) {
  const struct upcr_boot_layout *layout = &upcr_boot.layout;
  struct upcr_job_config config = {
      .threads = layout->threads,
      .nodes = layout->nodes,
      .node_first = layout->node_first,
      .node = layout->node,
      .first = layout->node_first[layout->node],
      .end = layout->node_first[layout->node + 1],
      .host_threads = upcr_boot_threads_here(),
      .pthreads_per_process = layout->per_process,
      .first_thread = layout->first,
      .pshm_width = upcr_settings.pshm_width,
      .heap_bytes = layout->heap_bytes,
      .small_heap = layout->heap_bytes == 0 && upcr_on_valgrind(),
      .heap_may_shrink = !upcr_settings.require_shared_size,
      .memory = upcr_settings.shared_memory,
      .huge_pages = upcr_settings.huge_pages,
      .am_depth = upcr_settings.am_depth,
      .oversubscribed =
          !*upcr_settings.simulate && (upcr_settings.polite || upcr_boot_is_oversubscribed()),
      .checks = note->checked > 0,
      .simulated = *upcr_settings.simulate != 0,
  };
  if (upcr_hosts_joined() && layout->nodes > 1)
    config.thread_memory = upcr_hosts_thread_memory();
  if (upcr_topo.machines > 1 && config.pshm_width == 0)
    config.pshm_width = upcr_topo.node_threads; /* the machines of a cluster share no memory */
  /* Not in jobs with far memory: a thread that spins at a leaf (core/arrival_tree.c) would delay
   * requests. */
  if (config.oversubscribed && !upcr_settings.polite && config.pshm_width == 0)
    config.runs_on = upcr_topo_all_run_on();
  return config;
}

static void create_job(const struct upcr_note *note) {
  char err[MESSAGE_MAX];
  struct upcr_job_config config = job_config(note);
  if (upcr_job_create(&config, err, sizeof err) != 0 ||
      upcr_check_create(note->checked, note->upc, err, sizeof err) != 0)
    upcr_boot_refuse("%s", err);
  warn_of_small_heap();
  warn_of_wishes();
}

/* UPC_SIM: the platform takes the place of this machine. */
static void prepare_simulation(void) {
  char err[MESSAGE_MAX];
  if (!*upcr_settings.simulate)
    return;
#ifndef __UPCR_PTHREADS__
  upcr_boot_refuse("UPC_SIM (upcrun -sim) simulates threads that are pthreads of one process: "
                   "compile the program with "
                   "upcc -pthreads");
#endif
  if (upcr_boot.layout.nodes > 1 || upcr_boot.layout.processes > 1)
    upcr_boot_refuse("UPC_SIM (upcrun -sim) simulates all threads in one process: leave out "
                     "-nodes, -N, -c, -p and "
                     "their variables; the platform sets the threads of a node");
  if (*upcr_settings.topology || upcr_settings.pshm_width)
    upcr_boot_refuse(
        "UPC_SIM (upcrun -sim) has a topology of its own: leave out UPC_TOPOLOGY (-topology) and "
        "UPC_PSHM_WIDTH (-pshm-width)");
  if (upcr_sim_prepare(upcr_settings.simulate, upcr_boot.layout.threads, &upcr_settings.topology,
                       err, sizeof err) != 0)
    upcr_boot_refuse("%s", err);
}

static void start_simulation(void) {
  char err[MESSAGE_MAX];
  if (*upcr_settings.simulate && upcr_sim_start(upcr_boot.layout.threads, err, sizeof err) != 0)
    upcr_boot_refuse("%s", err);
}

static void create_shared(void) {
  size_t bytes =
      sizeof *upcr_boot.shared + (size_t)upcr_boot.layout.threads * sizeof *upcr_boot.shared->death;
  upcr_boot.shared = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (upcr_boot.shared == MAP_FAILED)
    upcr_boot_refuse("cannot map %zu bytes for the job's records", bytes);
  upcr_boot_stack_create(upcr_boot.layout.threads);
}

/* One thread, not started by upcrun: this process is the thread's. */
static _Noreturn void run_alone(void) {
  upcr_boot.pid = getpid();
  upcr_boot.count = 1;
  if (upcr_settings.verbose)
    upcr_boot_show_process(0, upcr_boot.pid);
  upcr_freeze_process(0, 1);
  upcr_boot_crash_setup();
  upcr_boot_run();
}

/* True if a setting needs a supervisor. */
static int wants_supervisor(void) {
  return upcr_settings.timeout > 0 || upcr_settings.watchdog > 0 || *upcr_settings.backtrace_signal;
}

/* The unwinder is loaded before fork, once for all. */
static void load_unwinder(void) {
  void *frame[2];
  if (upcr_settings.backtrace)
    backtrace(frame, 2);
}

static _Noreturn void run_supervised(void) {
  load_unwinder();
  upcr_boot_supervise();
}

/* A plain C program started alone needs no job, except for its private statics under -pthreads,
 * which start-up records set. */
static int needs_no_job(const struct upcr_note *note) {
#ifdef __UPCR_PTHREADS__
  (void)note;
  return 0;
#else
  return upcr_note_is_plain_c(note) && !getenv("UPC_NTHREADS");
#endif
}

/* Plans the job from the program's note, the settings and the arguments, and shows what the user
 * asks to see of the layout. */
static void make_plan(const struct upcr_note *note, int launched, int argc, char **argv) {
  char err[MESSAGE_MAX];
  if (upcr_boot_make_layout(&upcr_boot.layout, note, launched, &argc, argv, err, sizeof err) != 0)
    upcr_boot_refuse("%s", err);
  prepare_simulation();
  if (upcr_freeze_check(upcr_boot.layout.threads, err, sizeof err) != 0 ||
      upcr_far_check_network(upcr_boot.layout.nodes, err, sizeof err) != 0)
    upcr_boot_refuse("%s", err);
  upcr_boot.argc = argc;
  upcr_boot.argv = argv;
  if (upcr_settings.show_env && upcr_hosts_speaks())
    upcr_settings_show(stderr);
  if (*upcr_settings.simulate)
    upcr_coll_use_platform(&upcr_platform, upcr_boot.layout.threads);
  upcr_coll_table_load(upcr_settings.coll_table, upcr_boot_processors(),
                       *upcr_settings.topology && !*upcr_settings.simulate);
  if (upcr_settings.show_coll && upcr_hosts_speaks())
    upcr_coll_show(stderr);
}

/* Threads that wait for each other should not wait for the time slices of other programs. */
static void prepare_to_share_processors(void) {
  if (upcr_boot.layout.threads > 1)
    upcr_shorten_time_slices();
}

/* Refuses a job for which this host certainly has too few numbers of processes, before thousands of
 * them are started. */
static void check_room(void) {
  enum { FEW = 256 }; /* are refused at once where they are started */
  char limit[UPCR_THREAD_LIMIT_TEXT];
  int threads = upcr_boot_threads_here();
  if (threads < FEW || *upcr_settings.simulate)
    return;
  struct upcr_thread_use use = upcr_thread_use();
  if (upcr_thread_shortage(&use, (uint64_t)threads, limit))
    upcr_boot_refuse("%d threads on this host need as many processes or pthreads, but %s: ask for "
                     "fewer threads (upcrun -n), or for nodes on more hosts (-hosts)",
                     threads, limit);
}

/* Makes this process the supervisor of its node, and connects it to those of other nodes. `joined`:
 * a launcher started one on each host. */
static void find_place(int joined) {
  fflush(0); /* output of constructors is printed once */
  if (joined)
    upcr_hosts_take_place();
  check_room();
  if (upcr_settings.show_net && upcr_boot.layout.node == 0)
    upcr_far_show(stderr, upcr_boot.layout.nodes, !joined || upcr_boot.layout.one_host);
  if (upcr_boot.layout.nodes > 1)
    upcr_peers_connect();
}

/* Makes all that the threads of this node share. */
static void create_node(const struct upcr_note *note) {
  create_shared();
  upcr_boot_decide_places();
  start_simulation();
  create_job(note);
  upcr_boot_place_memory();
  if (upcr_settings.verbose && upcr_boot.layout.node == 0)
    upcr_boot_show_places(stderr);
  if (upcr_boot.layout.node == 0)
    upcr_boot_write_log();
}

int __wrap_main(int argc, char **argv, char **envp) {
  struct upcr_note note;
  int launched = take_launcher_mark();
  upcr_note_read(&note);
  if (!launched && needs_no_job(&note))
    return __real_main(argc, argv, envp);
  upcr_boot_log_setup();
  upcr_boot_guard_stdio();
  int joined = upcr_hosts_find(launched);
  read_settings(launched, envp);
  upcr_freeze_first();
  if (joined)
    upcr_hosts_meet();
  make_plan(&note, launched, argc, argv);
  find_place(joined);
  prepare_to_share_processors();
  create_node(&note);
  if (upcr_boot.layout.threads == 1 && !launched && !joined && !wants_supervisor() &&
      !*upcr_settings.simulate)
    run_alone();
  run_supervised();
}
