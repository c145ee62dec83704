/* SPDX-License-Identifier: Apache-2.0 */
/* A process of the job: it starts its UPC threads, runs main in each, and ends with them. */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../base/instrument.h"
#include "../base/log.h"
#include "../base/settings.h"
#include "../base/simulated.h"
#include "../base/text.h"
#include "../mem/job.h"
#include "../sim/sim.h"
#include "boot.h"
#include "freeze.h"
#include "mpir.h"
#include "stack.h"
#include "thread_limit.h"

UPCR_BOOT_PER_THREAD int upcr_boot_thread = -1;

static void enter_thread(int thread) {
  upcr_boot_thread = thread;
  upcr_boot_crash_thread_setup(thread - upcr_boot.first);
  upcr_boot_stack_thread_setup();
  upcr_boot_bind(thread);
  upcr_thread_attach(thread);
  if (upcr_settings.forcetouch)
    upcr_boot_take_heap(thread);
  upcr_freeze_thread(thread);
  upcr_core_start();
  upcr_boot_spread(thread);
}

/* The pthreads that the transport between nodes starts are none of the program's (deadlock.c). */
static void attach_process(void) {
  int before = upcr_has_nodes() ? upcr_boot_tasks_of((int)getpid()) : 0;
  upcr_boot_crash_threads_prepare(upcr_boot.count);
  upcr_process_attach(upcr_boot.first, upcr_boot.count, upcr_boot_wake_supervisor);
  if (upcr_has_nodes())
    upcr_boot_stack_set_helpers(upcr_boot.first, upcr_boot_tasks_of((int)getpid()) - before);
}

static int run_main(int argc, char **argv) {
  if (upcr_inst_start)
    upcr_inst_start(&argc, &argv);
  int status = __real_main(argc, argv, environ);
  return &upcr_main_is_void ? 0 : status;
}

#ifndef __UPCR_PTHREADS__

int upcr_boot_leave_thread(int status) {
  (void)status;
  return -1;
}

/* The C library would wait for the runtime's pthreads too, which never end. */
void upcr_boot_left_by_pthread_exit(void) {
  if (getpid() == upcr_boot.pid && upcr_boot_wait_for_own_pthreads() == 0)
    upcr_boot_real_exit(0);
}

/* exit() ends the thread: its last handler, set up here first, takes part in the termination
 * barrier (exit.c). */
_Noreturn void upcr_boot_run(void) {
  attach_process();
  enter_thread(upcr_boot.first);
  upcr_boot_exit_setup();
  upcr_boot_watch_pthread_exit();
  upcr_boot_real_exit(run_main(upcr_boot.argc, upcr_boot.argv));
}

#else

/* A UPC thread of this process. */
struct upc_thread {
  int number, status;
  int in_main; /* exit() may leave by the jump */
  jmp_buf end;
  pthread_t pthread;
  char **argv; /* never freed: the program may keep parts of it to the very end */
};
static _Thread_local struct upc_thread *self;
static struct upc_thread *threads; /* of this process */

/* exit() may be called at any depth: back to the thread's first frame. */
int upcr_boot_leave_thread(int status) {
  if (!self || !self->in_main || getpid() != upcr_boot.pid)
    return -1;
  self->status = status;
  self->in_main = 0;
  _longjmp(self->end, 1);
}

/* argv for one thread: the strings may be changed by it (5.1.2.2.1 of C). */
static char **copy_arguments(void) {
  size_t bytes = ((size_t)upcr_boot.argc + 1) * sizeof(char *);
  for (int i = 0; i < upcr_boot.argc; i++)
    bytes += strlen(upcr_boot.argv[i]) + 1;
  char **argv = malloc(bytes);
  if (!argv)
    upcr_fatal("out of memory: %zu bytes for the program's arguments", bytes);
  char *at = (char *)(argv + upcr_boot.argc + 1);
  for (int i = 0; i < upcr_boot.argc; i++) {
    argv[i] = at;
    at = stpcpy(at, upcr_boot.argv[i]) + 1;
  }
  argv[upcr_boot.argc] = 0;
  return argv;
}

/* Runs main, up to its end by a return or by exit(). */
static void call_main(struct upc_thread *t) {
  if (_setjmp(t->end) == 0) {
    t->argv = copy_arguments();
    t->in_main = 1;
    t->status = run_main(upcr_boot.argc, t->argv);
    t->in_main = 0;
  }
}

/* Runs the thread's exit handlers; after a call of exit() in one of them, the rest. */
static void run_handlers(struct upc_thread *t) {
  (void)_setjmp(t->end);
  t->in_main = 1;
  upcr_boot_run_exit_handlers(t->status);
  t->in_main = 0;
}

/* From the end of main to the end of the UPC thread. A process that the program forked in main
 * ends here. */
static void finish_thread(struct upc_thread *t) {
  run_handlers(t);
  if (getpid() != upcr_boot.pid)
    upcr_boot_real_exit(t->status);
  upcr_boot_flush();
  upcr_core_finish(t->status & 0xff);
}

/* The end of this process, by its first thread, after all of its threads. */
static _Noreturn void finish_process(void) {
  int status = threads[0].status & 0xff;
  for (int i = 1; i < upcr_boot.count; i++) {
    pthread_join(threads[i].pthread, 0);
    if ((threads[i].status & 0xff) > status)
      status = threads[i].status & 0xff;
  }
  upcr_boot_real_exit(status);
}

/* As main of a C program: the thread's status is 0. Its frames are gone. */
void upcr_boot_left_by_pthread_exit(void) {
  self->status = 0;
  finish_thread(self);
  if (self == &threads[0])
    finish_process();
}

static void frames_go(void *t) { ((struct upc_thread *)t)->in_main = 0; }

static void *thread_main(void *arg) {
  struct upc_thread *t = arg;
  self = t;
  /* Stacks that begin at the same place in a page meet in the caches. */
  volatile char *pad =
      __builtin_alloca(upcr_settings.stack_pad * (size_t)(t->number - upcr_boot.first) + 1);
  *pad = 0;
  enter_thread(t->number);
  upcr_boot_watch_pthread_exit();
  pthread_cleanup_push(frames_go, t);
  call_main(t);
  finish_thread(t);
  pthread_cleanup_pop(0);
  upcr_boot_unwatch_pthread_exit();
  return 0;
}

static int add_tls(struct dl_phdr_info *info, size_t size, void *total) {
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_TLS)
      *(size_t *)total += info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
  return 0;
}

/* Bytes of stack for a UPC thread; the C library takes the thread-local statics from the same
 * block. */
static size_t stack_bytes(void) {
  size_t least = (size_t)8 << 20, most = (size_t)64 << 20, bytes = upcr_settings.stack_size,
         tls = 0;
  if (bytes == 0 && *upcr_settings.simulate)
    bytes = (size_t)1 << 20; /* of thousands */
  if (bytes == 0) {
    struct rlimit limit;
    bytes = least;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur > least)
      bytes = limit.rlim_cur < most ? limit.rlim_cur : most;
  }
  dl_iterate_phdr(add_tls, &tls);
  bytes += upcr_settings.stack_pad * (size_t)upcr_boot.count;
  return (bytes + tls + 0xffff) & ~(size_t)0xffff;
}

static _Noreturn void fail_to_start(const struct upc_thread *t, size_t stack, int why) {
  char size[32], limit[UPCR_THREAD_LIMIT_TEXT];
  struct upcr_thread_use use = upcr_thread_use();
  upcr_fatal("cannot start UPC thread %d as a pthread (%d in this process, stack of %s each): %s: "
             "%s; or use fewer threads (%s)",
             t->number, upcr_boot.count, upcr_size_format(stack, size, sizeof size), strerror(why),
             upcr_thread_limit(&use, limit),
             *upcr_settings.simulate ? "upcrun -n" : "upcrun -n, or -p for fewer in a process");
}

static void start_thread(struct upc_thread *t, const pthread_attr_t *attributes, size_t stack) {
  int why = pthread_create(&t->pthread, attributes, thread_main, t);
  if (why)
    fail_to_start(t, stack, why);
}

static void start_threads(void) {
  pthread_attr_t attributes;
  size_t stack = stack_bytes();
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack + UPCR_STACK_GUARD);
  pthread_attr_setguardsize(&attributes, UPCR_STACK_GUARD);
  for (int i = 1; i < upcr_boot.count; i++)
    start_thread(&threads[i], &attributes, stack);
  pthread_attr_destroy(&attributes);
}

_Noreturn void upcr_boot_run(void) {
  threads = calloc((size_t)upcr_boot.count, sizeof *threads);
  if (!threads)
    upcr_fatal("out of memory: records of %d threads", upcr_boot.count);
  for (int i = 0; i < upcr_boot.count; i++)
    threads[i].number = upcr_boot.first + i;
  upcr_boot_exit_setup();
  attach_process();
  if (upcr_is_simulated())
    upcr_sim_processor_choose(upcr_boot.count);
  start_threads();
  thread_main(&threads[0]);
  finish_process();
}

#endif

_Noreturn void upcr_boot_child(int p, const int out[2]) {
  /* Dies with the supervisor, also when that is killed; if it is gone already, the signal will not
   * come. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != upcr_boot.supervisor)
    _exit(1);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  const struct upcr_boot_layout *layout = &upcr_boot.layout;
  upcr_boot.pid = getpid();
  upcr_boot.first = layout->first[p];
  upcr_boot.count = layout->first[p + 1] - upcr_boot.first;
  upcr_mpir_hold();
  upcr_boot_redirect(p, out);
  upcr_freeze_process(upcr_boot.first, upcr_boot.count);
  upcr_boot_buffer_stdio();
  upcr_boot_run();
}
