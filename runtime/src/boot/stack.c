/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "stack.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/settings.h"
#include "boot.h"

/* The supervisor's last request for stacks. */
struct request {
  _Atomic uint32_t number;
  _Atomic int stay;
};

static struct {
  struct upcr_boot_stack *of; /* [threads] */
  struct request *request;
} thread_stacks;

static int stack_signal(void) { return SIGRTMAX - 3; }

void upcr_boot_stack_create(int threads) {
  size_t bytes = sizeof *thread_stacks.request + 64 + (size_t)threads * sizeof *thread_stacks.of;
  char *at =
      mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    upcr_boot_refuse("cannot map %zu bytes for the stacks of %d threads", bytes, threads);
  thread_stacks.request = (struct request *)(void *)at;
  thread_stacks.of = (struct upcr_boot_stack *)(void *)(at + 64);
}

/* Sleeps until a signal ends the process. */
static _Noreturn void stay_until_the_end(void) {
  sigset_t blocked;
  sigfillset(&blocked);
  sigdelset(&blocked, upcr_boot_end_signal());
  sigdelset(&blocked, SIGQUIT);
  for (;;)
    sigsuspend(&blocked);
}

/* The release pairs with the acquire in upcr_boot_stack_answer: the program counters are there. */
static void answer(uint32_t number, const void *context) {
  struct upcr_boot_stack *stack = &thread_stacks.of[upcr_boot_thread];
  stack->depth = upcr_settings.backtrace ? upcr_boot_take_backtrace(stack->pc, context) : 0;
  atomic_store_explicit(&stack->answered, number, memory_order_release);
  upcr_boot_wake_supervisor();
}

/* The release store of `answered` pairs with the acquire load of upcr_boot_stack_answer. The
 * request's number comes with the signal, which the kernel delivers after it was stored. A signal
 * that was long on its way may bring the number of the next request: that one's own signal changes
 * nothing any more, since the supervisor may be reading. */
static void write_stack(int signal_number, siginfo_t *info, void *context) {
  int t = upcr_boot_thread, error = errno;
  (void)signal_number, (void)info;
  if (t < 0 || upcr_boot.pid != getpid() || atomic_load(&upcr_job->thread[t].fatal_signal) != 0)
    return;
  uint32_t number = atomic_load_explicit(&thread_stacks.request->number, memory_order_acquire);
  if (atomic_load_explicit(&thread_stacks.of[t].answered, memory_order_relaxed) != number)
    answer(number, context);
  if (atomic_load_explicit(&thread_stacks.request->stay, memory_order_relaxed))
    stay_until_the_end();
  errno = error;
}

void upcr_boot_stack_setup(void) {
  struct sigaction action = {.sa_sigaction = write_stack,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigfillset(&action.sa_mask);
  upcr_boot_install_handler(stack_signal(), &action);
}

void upcr_boot_stack_thread_setup(void) {
  atomic_store_explicit(&thread_stacks.of[upcr_boot_thread].tid, (int)syscall(SYS_gettid),
                        memory_order_release);
}

int upcr_boot_stack_tid(int thread) {
  return atomic_load_explicit(&thread_stacks.of[thread].tid, memory_order_acquire);
}

/* The release of `number` pairs with the acquire in write_stack, which then reads `stay`. */
int upcr_boot_stack_request(int thread, uint32_t number, bool stay) {
  int tid = upcr_boot_stack_tid(thread), pid = atomic_load(&upcr_job->thread[thread].pid);
  if (tid == 0 || pid == 0)
    return -1;
  atomic_store_explicit(&thread_stacks.request->stay, stay, memory_order_relaxed);
  atomic_store_explicit(&thread_stacks.request->number, number, memory_order_release);
  return syscall(SYS_tgkill, pid, tid, stack_signal()) == 0 ? 0 : -1;
}

const struct upcr_boot_stack *upcr_boot_stack_answer(int thread, uint32_t number) {
  const struct upcr_boot_stack *stack = &thread_stacks.of[thread];
  return atomic_load_explicit(&stack->answered, memory_order_acquire) == number ? stack : 0;
}

void upcr_boot_stack_set_helpers(int first, int helpers) {
  atomic_store_explicit(&thread_stacks.of[first].helpers, helpers, memory_order_release);
}

int upcr_boot_stack_helpers(int first) {
  return atomic_load_explicit(&thread_stacks.of[first].helpers, memory_order_acquire);
}

int upcr_boot_tasks_of(int pid) {
  char path[48];
  int tasks = 0;
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *folder = opendir(path);
  if (!folder)
    return UPCR_BOOT_THREADS_MAX + 1;
  for (struct dirent *entry; (entry = readdir(folder));)
    tasks += entry->d_name[0] != '.';
  closedir(folder);
  return tasks;
}
