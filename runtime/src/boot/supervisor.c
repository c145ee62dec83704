/* SPDX-License-Identifier: Apache-2.0 */
/* The supervisor of a node: it forks the processes, passes signals and output on, reaps, and
 * ends the job. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/system.h"
#include "../base/settings.h"
#include "../mem/job.h"
#include "../net/far/far_start.h"
#include "query.h"
#include "boot.h"
#include "ending.h"
#include "hosts.h"
#include "hang_report.h"
#include "mpir.h"
#include "nodes.h"
#include "peers.h"
#include "output.h"
#include "signal_name.h"
#include "watchdog.h"

enum { REPORT_BYTES = 32 << 10, LOWEST_OWN_FD = 64 };

static struct {
  struct upcr_ending ending;
  struct upcr_output output;
  struct upcr_hang_report report;
  struct upcr_watchdog watch;
  int report_signal;  /* UPC_BACKTRACE_SIGNAL, 0: none */
  int give_up_status; /* of the job if it is given up after the report */
  int64_t give_up_at; /* when output that its reader does not take is dropped, INT64_MAX: never */
  int signal_fd;
  int end_signals, last_signal; /* number of ending signals so far, and the last one */
  sigset_t old_mask;
  struct sigaction old_sigpipe, old_sigxfsz, old_sigchld;
} sup;

/* After an ending signal a reader gets this long to take what was written before, nanoseconds. */
#define READER_GRACE INT64_C(1000000000)

/* Signals that are passed on without ending the job. */
static const int forwarded[] = {SIGUSR1, SIGUSR2};
static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

static void add_unless_ignored(sigset_t *set, int signal_number) {
  struct sigaction now;
  if (sigaction(signal_number, 0, &now) == 0 && now.sa_handler != SIG_IGN)
    sigaddset(set, signal_number);
}

/* Signals that the shell had ignored (nohup, background jobs) stay ignored. An output that cannot
 * be written on (no reader, a file at its limit) is an error of the write, not the supervisor's
 * death.
 */
static int open_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, &sup.old_sigpipe);
  sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = SIG_IGN}, &sup.old_sigxfsz);
  sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL}, &sup.old_sigchld);
  sigaddset(&set, SIGCHLD);
  add_unless_ignored(&set, SIGQUIT);
  sup.report_signal = upcr_signal_number(upcr_settings.backtrace_signal);
  if (sup.report_signal > 0)
    sigaddset(&set, sup.report_signal);
  for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++)
    add_unless_ignored(&set, ending_signals[i]);
  for (size_t i = 0; i < sizeof forwarded / sizeof *forwarded; i++)
    add_unless_ignored(&set, forwarded[i]);
  sigprocmask(SIG_BLOCK, &set, &sup.old_mask);
  return sup.signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static void restore_signals(void) {
  sigaction(SIGPIPE, &sup.old_sigpipe, 0);
  sigaction(SIGXFSZ, &sup.old_sigxfsz, 0);
  sigaction(SIGCHLD, &sup.old_sigchld, 0);
  sigprocmask(SIG_SETMASK, &sup.old_mask, 0);
}

/* A number that programs do not expect their first file to have. */
static int open_control(void) {
  int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, LOWEST_OWN_FD);
  if (high < 0)
    return upcr_boot.control_fd = fd;
  close(fd);
  return upcr_boot.control_fd = high;
}

static _Noreturn void become_child(int p) {
  close(sup.signal_fd);
  upcr_output_leave(&sup.output);
  upcr_peers_leave();
  upcr_boot_crash_setup();
  restore_signals();
  upcr_boot_child(p, sup.output.fds);
}

static _Noreturn void fail_to_fork(int p, int why) {
  struct rlimit limit = {0};
  getrlimit(RLIMIT_NPROC, &limit);
  upcr_ending_send(&sup.ending, SIGKILL);
  upcr_boot_end_descendants();
  upcr_boot_refuse(
      "cannot start process %d of %d: %s (the limit of processes, ulimit -u, is %ld; containers "
      "have a "
      "limit of their own); use "
      "fewer threads, or compile with upcc -pthreads and run several in a process (upcrun -p)",
      p + 1, upcr_boot.layout.processes, strerror(why), (long)limit.rlim_cur);
}

static void start_processes(void) {
  const struct upcr_boot_layout *layout = &upcr_boot.layout;
  int end, begin = upcr_boot_own_processes(layout, &end), count = end - begin;
  sup.ending.process = calloc((size_t)count, sizeof *sup.ending.process);
  if (!sup.ending.process)
    upcr_boot_refuse("out of memory: records of %d processes", count);
  upcr_mpir_prepare();
  for (int p = begin; p < end; p++) {
    int first = layout->first[p];
    pid_t pid = fork();
    if (pid == 0)
      become_child(p);
    if (pid < 0)
      fail_to_fork(p, errno);
    sup.ending.process[p - begin] = (struct upcr_process){
        .pid = pid, .first = first, .count = layout->first[p + 1] - first, .alive = 1};
    if (layout->node == 0)
      upcr_mpir_add(p - begin, layout->processes, (int)pid, 0);
    sup.ending.started++;
    sup.ending.alive++;
  }
  /* The processes' output goes through this process, so it comes after this. */
  for (int p = begin; upcr_settings.verbose && p < end; p++)
    upcr_boot_show_process(p, sup.ending.process[p - begin].pid);
  upcr_output_close_write_ends(&sup.output);
  upcr_nodes_send_processes(&sup.ending);
}

static void reap(int64_t now) {
  int wait_status;
  pid_t pid;
  while ((pid = waitpid(-1, &wait_status, WNOHANG)) > 0)
    upcr_ending_reap(&sup.ending, pid, wait_status, now);
}

static void end_by_signal(int signal_number, int pass_on, int64_t now) {
  sup.end_signals++;
  sup.last_signal = signal_number;
  upcr_ending_signal(&sup.ending, signal_number, pass_on, now);
}

static void on_report_done(int64_t now) {
  if (upcr_boot.layout.node != 0) {
    upcr_hang_report_answer(&sup.report);
    return;
  }
  char *text = upcr_hang_report_text(&sup.report);
  if (text)
    upcr_output_print(&sup.output, text);
  free(text);
  if (sup.report.end == UPCR_HANG_REPORT_GIVE_UP)
    upcr_ending_give_up(&sup.ending, sup.give_up_status, now);
  else if (sup.report.end == UPCR_HANG_REPORT_QUIT)
    end_by_signal(SIGQUIT, 1, now);
}

/* Another node than the hub. */
static void answer_hub(int64_t now) {
  size_t n;
  int32_t end;
  const void *question = upcr_query_question(UPCR_QUERY_STACKS, &n);
  upcr_hang_report_answer_locks();
  if (!question || n != sizeof end || sup.report.under_way)
    return;
  memcpy(&end, question, sizeof end);
  upcr_hang_report_begin(&sup.report, (enum upcr_hang_report_end)end, now, "asked by the hub");
}

/* A signal requests a report on the job. The hub makes it, whichever node got the signal. */
static void begin_report(int signal_number, enum upcr_hang_report_end end, int64_t now) {
  char name[UPCR_SIGNAL_TEXT];
  if (upcr_boot.layout.node != 0)
    upcr_nodes_request_report(signal_number, end == UPCR_HANG_REPORT_QUIT);
  else
    upcr_hang_report_begin(&sup.report, end, now,
                           "%s: where the threads are:", upcr_signal_text(signal_number, name));
}

static void begin_requested_report(int64_t now) {
  int quits, signal_number = upcr_nodes_requested_report(&quits);
  if (signal_number)
    begin_report(signal_number, quits ? UPCR_HANG_REPORT_QUIT : UPCR_HANG_REPORT_GO_ON, now);
}

/* A job that is ending anyway gets no report. */
static void take_report_steps(int64_t now) {
  if (sup.ending.cause != UPCR_CAUSE_NONE) {
    sup.report.due = INT64_MAX;
    return;
  }
  if (upcr_boot.layout.node != 0)
    answer_hub(now);
  else
    begin_requested_report(now);
  int status = upcr_watchdog_step(&sup.watch, &sup.report, now);
  if (status >= 0)
    sup.give_up_status = status;
  if (upcr_hang_report_step(&sup.report, now))
    on_report_done(upcr_clock_ns());
}

/* A signal typed at the terminal reached the processes too: they are in the same group. */
static void on_signal(const struct signalfd_siginfo *info, int64_t now) {
  int signal_number = (int)info->ssi_signo, typed = info->ssi_code == SI_KERNEL;
  if (signal_number == SIGCHLD) {
    reap(now);
    return;
  }
  if (signal_number == sup.report_signal) {
    begin_report(signal_number, UPCR_HANG_REPORT_GO_ON, now);
    return;
  }
  if (signal_number == SIGUSR1 || signal_number == SIGUSR2) {
    upcr_ending_send(&sup.ending, signal_number);
    upcr_nodes_signal(signal_number);
    return;
  }
  /* `kill -QUIT` requests a report on a running job; typed at the terminal it ends the job after
   * the report, typed again at once. */
  if (signal_number == SIGQUIT && sup.ending.cause == UPCR_CAUSE_NONE &&
      sup.report.end != UPCR_HANG_REPORT_QUIT) {
    begin_report(SIGQUIT, typed ? UPCR_HANG_REPORT_QUIT : UPCR_HANG_REPORT_GO_ON, now);
    return;
  }
  if (signal_number != SIGQUIT || typed)
    end_by_signal(signal_number, !typed || signal_number == SIGQUIT, now);
}

static void take_signals(int64_t now) {
  struct signalfd_siginfo info;
  while (read(sup.signal_fd, &info, sizeof info) == sizeof info)
    on_signal(&info, now);
}

static void take_control(int64_t now) {
  uint64_t count;
  int heard = upcr_nodes_heard();
  if (heard)
    end_by_signal(heard, 1, now);
  if (read(upcr_boot.control_fd, &count, sizeof count) > 0)
    upcr_ending_look_for_global_exit(&sup.ending, now);
}

/* A reader that is gone ends the job as SIGPIPE ends a program, or, where SIGPIPE is ignored, makes
 * the processes' writes fail. Returns 1 if there may be more output at once. */
static int pump(int64_t now) {
  int reader_gone = 0, more = upcr_output_pump(&sup.output, now, &reader_gone);
  if (reader_gone && sup.old_sigpipe.sa_handler != SIG_IGN)
    upcr_ending_begin(&sup.ending, UPCR_CAUSE_READER, now);
  return more;
}

static int timeout_until(int64_t due, int64_t now) {
  if (due == INT64_MAX)
    return -1;
  int64_t wait = (due - now + 999999) / 1000000;
  return wait < 0 ? 0 : wait > 60000 ? 60000 : (int)wait;
}

static struct pollfd *room_for_fds(void) {
  static struct pollfd *fds;
  static int room;
  int need = 2 + upcr_peers_links() + upcr_output_fds(&sup.output);
  if (need > room) {
    free(fds);
    fds = calloc((size_t)need, sizeof *fds);
    room = need;
    if (!fds)
      upcr_boot_refuse("out of memory: the connections of the supervisor");
  }
  return fds;
}

/* Waits for something to happen; more: output was left unread, so does not sleep. */
static void wait_for_events(int more, int64_t now) {
  struct pollfd *fds = room_for_fds();
  int64_t due = sup.ending.kill_at < sup.give_up_at ? sup.ending.kill_at : sup.give_up_at,
          nodes = upcr_nodes_due();
  due = nodes < due ? nodes : due;
  if (sup.ending.cause == UPCR_CAUSE_NONE && sup.ending.alive > 0) {
    int64_t step = sup.report.under_way ? sup.report.due
                                        : upcr_watchdog_due(&sup.watch); /* one report at a time */
    due = step < due ? step : due;
  }
  fds[0] = (struct pollfd){.fd = sup.signal_fd, .events = POLLIN};
  fds[1] = (struct pollfd){.fd = upcr_boot.control_fd, .events = POLLIN};
  int n = 2 + upcr_peers_wait_set(fds + 2);
  n += upcr_output_wait_set(&sup.output, fds + n, &due);
  poll(fds, (nfds_t)n, more ? 0 : timeout_until(due, now));
}

static void step_nodes(int64_t now) {
  upcr_nodes_step(&sup.ending, now);
  char *words = upcr_nodes_take_words();
  if (words)
    upcr_output_print(&sup.output, words);
  free(words);
}

static void supervise_living(void) {
  int more = 0;
  while (sup.ending.alive > 0) {
    wait_for_events(more, upcr_clock_ns());
    int64_t now = upcr_clock_ns();
    take_control(now);
    more = pump(now);
    take_signals(now);
    step_nodes(now);
    take_report_steps(now);
    upcr_ending_enforce(&sup.ending, now);
  }
}

/* The hub waits for the other nodes, whose output goes through it. */
static void supervise_nodes(void) {
  int more = 0;
  while (!upcr_nodes_done(&sup.ending, upcr_clock_ns())) {
    wait_for_events(more, upcr_clock_ns());
    int64_t now = upcr_clock_ns();
    more = pump(now);
    take_signals(now);
    step_nodes(now);
  }
}

static _Noreturn void die_by(int signal_number) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none); /* the processes have theirs */
  sigset_t set;
  signal(signal_number, SIG_DFL);
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  sigprocmask(SIG_UNBLOCK, &set, 0);
  raise(signal_number);
  _exit(128 + signal_number);
}

/* No process is left: a signal now cancels the wait for a slow reader. */
static void take_last_signals(int64_t now) {
  int before = sup.end_signals;
  take_signals(now);
  if (sup.end_signals != before)
    die_by(sup.last_signal);
}

/* All writers are gone: forwards the rest, however slow the reader. */
static void pass_rest(void) {
  for (;;) {
    int64_t now = upcr_clock_ns();
    int more = pump(now);
    take_control(now);
    take_last_signals(now);
    if ((!more && !upcr_output_pending(&sup.output)) || now >= sup.give_up_at)
      break;
    wait_for_events(more, now);
  }
}

/* Another node's supervisor than the hub: its report goes before its last word, so that the hub has
 * it. */
static _Noreturn void end_node(void) {
  static char report[REPORT_BYTES];
  pass_rest();
  upcr_output_pass_all(&sup.output);
  upcr_ending_report(&sup.ending, report, sizeof report);
  upcr_output_print(&sup.output, report);
  pass_rest();
  upcr_nodes_done(&sup.ending, upcr_clock_ns());
  upcr_hosts_finish(sup.ending.cause == UPCR_CAUSE_NONE ? 0 : sup.ending.status);
  _exit(0);
}

static _Noreturn void end_job(void) {
  static char report[REPORT_BYTES];
  struct upcr_ending *ending = &sup.ending;
  upcr_ending_report(ending, report, sizeof report);
  if (ending->cause != UPCR_CAUSE_NONE)
    upcr_mpir_aborting(*report ? report : "the job was ended");
  upcr_output_print(&sup.output, report);
  pass_rest();
  upcr_hosts_finish(ending->status);
  if (ending->cause == UPCR_CAUSE_READER)
    die_by(SIGPIPE);
  if ((ending->cause == UPCR_CAUSE_SIGNAL || ending->cause == UPCR_CAUSE_ELSEWHERE) &&
      ending->signal && !ending->all_finished)
    die_by(ending->signal);
  /* Not exit: the program's handlers and destructors ran in its processes. */
  _exit(ending->status ? ending->status : sup.output.failed);
}

/* Output of the other nodes. */
static int add_inlets(void) {
  for (int which = 0, fd; which < 2; which++)
    while ((fd = upcr_peers_take_inlet(which)) >= 0)
      if (upcr_output_add(&sup.output, which, fd) != 0)
        return -1;
  return 0;
}

_Noreturn void upcr_boot_supervise(void) {
  sup.ending.kill_at = sup.give_up_at = sup.report.due = INT64_MAX;
  sup.ending.all_finished = 1;
  upcr_boot.supervisor = getpid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (upcr_output_open(&sup.output) != 0 || add_inlets() != 0 || open_signals() < 0 ||
      open_control() < 0)
    upcr_boot_refuse_files("set up the job's output", errno);
  if (upcr_has_nodes()) /* those on one host have done it together */
    upcr_far_prepare();
  start_processes();
  upcr_watchdog_start(&sup.watch, upcr_clock_ns());
  supervise_living();
  sup.ending.kill_at = INT64_MAX;
  if (sup.ending.cause == UPCR_CAUSE_SIGNAL)
    sup.give_up_at = upcr_clock_ns() + READER_GRACE;
  if (upcr_boot.layout.node == 0) {
    supervise_nodes();
    upcr_boot_end_descendants();
    pass_rest();
    upcr_output_pass_all(&sup.output);
    end_job();
  }
  upcr_boot_end_descendants();
  end_node();
}
