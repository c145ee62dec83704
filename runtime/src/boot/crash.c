/* SPDX-License-Identifier: Apache-2.0 */
/* Fatal signals of a UPC thread: its record in the job block gets the signal and the program
 * counters, then the signal takes its default action, so that the supervisor (or the shell) sees
 * the true cause of death and core files are as usual. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "../base/log.h"
#include "../base/settings.h"
#include "../mem/job.h"
#include "boot.h"
#include "freeze.h"
#include "stack.h"

enum {
  ALTERNATE_STACK = 256 << 10,
  REPORT_MAX = 16384,
  END_LATER_US = 1000 /* a write to the supervisor's socket takes microseconds */
};

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

int upcr_boot_end_signal(void) { return SIGRTMAX - 2; }

static void *program_counter(const ucontext_t *context) {
#if defined __x86_64__
  return (void *)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return (void *)context->uc_mcontext.pc;
#else
#error "program_counter: unknown processor"
#endif
}

static uintptr_t stack_pointer(const ucontext_t *context) {
#if defined __x86_64__
  return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#else
  return (uintptr_t)context->uc_mcontext.sp;
#endif
}

/* The buffer of `write`, while it is interrupted and just after: the second argument of the system
 * call. */
static const void *written(const ucontext_t *context) {
#if defined __x86_64__
  return (const void *)context->uc_mcontext.gregs[REG_RSI];
#else
  return (const void *)context->uc_mcontext.regs[1];
#endif
}

/* An overflow faults just below or above the stack pointer. */
static int is_stack_overflow(const siginfo_t *info, const ucontext_t *context) {
  uintptr_t at = (uintptr_t)info->si_addr, sp = stack_pointer(context);
  if (info->si_signo != SIGSEGV || info->si_code <= 0 || at == 0)
    return 0;
  return (at > sp ? at - sp : sp - at) < UPCR_STACK_GUARD;
}

/* The frames from the interrupted instruction on: those before it are the handler's. */
int upcr_boot_take_backtrace(void **out, const void *context) {
  void *pc = program_counter(context);
  void *frames[UPCR_BACKTRACE_MAX + 8];
  int n = backtrace(frames, UPCR_BACKTRACE_MAX + 8), from = 0;
  while (from < n && frames[from] != pc)
    from++;
  if (from == n)
    from = n > 2 ? 1 : n - 1;
  int taken = 0;
  out[taken++] = pc;
  for (int i = from + 1; i < n && taken < UPCR_BACKTRACE_MAX; i++)
    out[taken++] = frames[i];
  return taken;
}

/* Without a supervisor the process reports its own death. */
static void report_own_death(int signal_number) {
  static char text[REPORT_MAX];
  upcr_boot_format_death(0, 1, getpid(), signal_number, text, sizeof text);
  size_t n = 0;
  while (text[n])
    n++;
  upcr_write_all(STDERR_FILENO, text, n);
}

static void record_death(int signal_number, const siginfo_t *info, const ucontext_t *context) {
  int t = upcr_boot_thread;
  struct upcr_job_thread *thread = &upcr_job->thread[t];
  int none = 0;
  /* Only the first fault of a thread counts. The supervisor reads the record after the process
   * ended, so the kernel orders it. */
  if (!atomic_compare_exchange_strong(&thread->fatal_signal, &none, signal_number))
    return;
  thread->fault_address = info->si_addr;
  if (upcr_boot.shared)
    upcr_boot.shared->death[t] = (struct upcr_boot_death){
        .stack_overflow = is_stack_overflow(info, context), .user_sent = info->si_code <= 0};
  if (upcr_settings.backtrace)
    thread->backtrace_len = upcr_boot_take_backtrace(thread->backtrace, context);
  if (!upcr_boot.supervisor)
    report_own_death(signal_number);
  upcr_freeze_on_error(strsignal(signal_number));
}

/* SA_RESETHAND has restored the default action: a fault happens again at return, a sent signal
 * is sent again. */
static void on_fatal_signal(int signal_number, siginfo_t *info, void *context) {
  if (upcr_job && upcr_boot_thread >= 0 && upcr_boot.pid == getpid())
    record_death(signal_number, info, context);
  raise(signal_number); /* blocked until this handler returns */
}

/* Lets the interrupted code go on and sends this process SIGALRM, whose handler the program needs
 * no more. Both functions may be called by signal handlers. */
static void end_later(ucontext_t *context) {
  struct sigaction end;
  sigaction(upcr_boot_end_signal(), 0, &end);
  sigaction(SIGALRM, &end, 0);
  sigdelset(&context->uc_sigmask, SIGALRM);
  struct itimerval soon = {.it_value = {.tv_usec = END_LATER_US}};
  setitimer(ITIMER_REAL, &soon, 0);
}

/* The supervisor ends this process because of another's end: what it has written so far is not
 * lost, and not written twice if the signal interrupts the C library while it writes a buffer. The
 * supervisor kills it if a lock held by the interrupted code makes the flush wait. */
static void on_end(int signal_number, siginfo_t *info, void *context) {
  (void)signal_number, (void)info;
  if (upcr_boot_is_pending_output(written(context))) {
    end_later(context);
    return;
  }
  upcr_boot_flush();
  _exit(0);
}

void upcr_boot_install_handler(int signal_number, const struct sigaction *action) {
  struct sigaction old;
  if (sigaction(signal_number, 0, &old) == 0 && old.sa_handler == SIG_DFL &&
      !(old.sa_flags & SA_SIGINFO))
    sigaction(signal_number, action, 0);
}

/* Typed at the terminal SIGQUIT reaches all processes of the job; the supervisor, which asks the
 * threads for their places first, sends it once more. */
static void on_quit(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  if (info->si_code == SI_KERNEL && upcr_boot.supervisor && upcr_boot.pid == getpid())
    return;
  signal(signal_number, SIG_DFL);
  raise(signal_number); /* blocked until this handler returns */
}

void upcr_boot_crash_setup(void) {
  struct sigaction fatal = {.sa_sigaction = on_fatal_signal,
                            .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
  sigemptyset(&fatal.sa_mask);
  for (size_t i = 0; i < sizeof fatal_signals / sizeof *fatal_signals; i++)
    upcr_boot_install_handler(fatal_signals[i], &fatal);
  struct sigaction end = {.sa_sigaction = on_end, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigfillset(&end.sa_mask);
  upcr_boot_install_handler(upcr_boot_end_signal(), &end);
  struct sigaction quit = {.sa_sigaction = on_quit,
                           .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  upcr_boot_install_handler(SIGQUIT, &quit);
  upcr_boot_stack_setup();
  upcr_freeze_setup();
  void *frame[2];
  if (upcr_settings.backtrace)
    backtrace(frame, 2); /* loads the unwinder now: it must not be loaded in a handler */
}

/* One mapping for all threads of the process: the system limits how many a process has. */
static char *alternate_stacks = MAP_FAILED;

void upcr_boot_crash_threads_prepare(int threads) {
  alternate_stacks = mmap(0, (size_t)threads * ALTERNATE_STACK, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

void upcr_boot_crash_thread_setup(int index) {
  stack_t alternate = {.ss_size = ALTERNATE_STACK}, old;
  if (alternate_stacks == MAP_FAILED)
    return; /* then a stack overflow has no backtrace */
  alternate.ss_sp = alternate_stacks + (size_t)index * ALTERNATE_STACK;
  if (sigaltstack(0, &old) != 0 || (old.ss_flags & SS_DISABLE)) /* a library's stays */
    sigaltstack(&alternate, 0);
}
