/* SPDX-License-Identifier: Apache-2.0 */
/* The program of boot_jobs.sh: many small parts, chosen by the first argument. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "upcr/upcr.h"

_Noreturn void upc_global_exit(int status);

static _Thread_local int victim = 1; /* the thread that comes to grief */

static void barrier(void) { upcr_barrier(0, 0); }

static void say_bye(void) { puts("bye"); }

static void ends_later(void) { puts("handler"); }

static void (*volatile end_thread)(int) = exit;
static int *volatile wild = (int *)16;

__attribute__((noinline)) static void exit_below(int depth, int status) {
  if (depth > 0)
    exit_below(depth - 1, status);
  else
    end_thread(status);
  puts("exit returned");
}

static volatile int depth_max = 1 << 30;

__attribute__((noinline)) static int overflow(int depth) {
  volatile char page[60000]; /* more than a page: it must not reach over the end of the stack */
  page[0] = (char)depth;
  return depth < depth_max ? overflow(depth + 1) + page[0] : 0;
}

__attribute__((noinline)) static void store(volatile int *p) { *p = 1; }

static void *exit_in_pthread(void *status) { exit(*(int *)status); }

static void part_hello(int t) { printf("hello %d of %d\n", t, upcr_self.threads); }

static void part_status(int t) { exit(t + 1); }

static void part_exit(int t) {
  if (t == 0)
    atexit(say_bye);
  if (t == 1)
    exit_below(5, 3);
  usleep(20000);
  printf("done %d\n", t);
}

static void part_global(int t) {
  printf("partial%d ", t);
  barrier();
  if (t == 1) {
    atexit(ends_later);
    upc_global_exit(7);
  }
  char c;
  if (t == 0 && read(0, &c, 1) < 0)
    puts("no input");
  barrier();
}

static void part_crash(int t) {
  if (t == victim)
    store(wild);
  barrier();
}

static void on_segv(int signal_number) { _exit(signal_number); }

static void part_handler(int t) {
  signal(SIGSEGV, on_segv);
  part_crash(t);
}

static void part_null(int t) {
  if (t == victim)
    upcr_put_i32(upcr_add0(0, 4), 1);
  barrier();
}

static void part_stack(int t) {
  if (t == victim)
    exit(overflow(0));
  barrier();
}

static void part_abort(int t) {
  if (t == victim)
    abort();
  barrier();
}

static void part_kill(int t) {
  if (t == victim)
    kill(getpid(), SIGKILL);
  barrier();
}

static void part_underscore_exit(int t) {
  if (t == 1)
    _exit(5);
  barrier();
}

static void part_hang(int t) {
  barrier();
  if (t == 0)
    puts("ready");
  if (t == 0)
    for (;;)
      pause();
  barrier();
}

static void part_lines(int t) {
  for (int i = 0; i < 20000; i++)
    printf("thread %d line %d with some text\n", t, i);
}

static void part_long(int t) {
  char line[20001] = "";
  memset(line, 'a' + t, 20000);
  for (int i = 0; i < 20; i++)
    puts(line);
}

static void part_binary(int t) {
  enum { BYTES = 1 << 22 };
  if (t != 0)
    return;
  unsigned char *data = malloc(BYTES);
  unsigned state = 1;
  for (int i = 0; i < BYTES; i++)
    data[i] = (unsigned char)((state = state * 1103515245 + 12345) >> 16);
  fwrite(data, 1, BYTES, stdout);
  free(data);
}

static void part_prompt(int t) {
  char name[100];
  if (t == 0) {
    printf("name? ");
    if (fgets(name, sizeof name, stdin))
      printf("hello %s", name);
  }
}

/* A prompt of a thread that waits: the other ends only when it has been seen. */
static void part_waiting(int t) {
  if (t == 0)
    printf("waiting...");
  else
    while (getchar() != EOF)
      ;
  barrier();
}

static void part_input(int t) {
  int c = getchar();
  printf("%d %s\n", t, c == EOF ? "end" : "input");
}

static void part_fork(int t) {
  pid_t pid = fork();
  if (pid == 0)
    exit(50);
  int status;
  waitpid(pid, &status, 0);
  printf("%d child %d\n", t, WEXITSTATUS(status));
}

static void part_background(int t) {
  if (t == 0 && system("sleep 1000 & echo $!") != 0)
    exit(1);
}

static void part_pthread_exit(int t) {
  int status = 4 + t;
  pthread_t thread;
  pthread_create(&thread, 0, exit_in_pthread, &status);
  pthread_join(thread, 0);
}

static void part_endless(int t) {
  for (;;)
    printf("%d\n", t);
}

static const struct {
  const char *name;
  void (*run)(int thread);
} parts[] = {
    {"hello", part_hello},
    {"status", part_status},
    {"exit", part_exit},
    {"global", part_global},
    {"crash", part_crash},
    {"stack", part_stack},
    {"abort", part_abort},
    {"kill", part_kill},
    {"_exit", part_underscore_exit},
    {"hang", part_hang},
    {"lines", part_lines},
    {"long", part_long},
    {"binary", part_binary},
    {"prompt", part_prompt},
    {"waiting", part_waiting},
    {"input", part_input},
    {"fork", part_fork},
    {"background", part_background},
    {"pthread", part_pthread_exit},
    {"endless", part_endless},
    {"handler", part_handler},
    {"null", part_null},

};

int main(int argc, char **argv) {
  if (argc > 2)
    victim = atoi(argv[2]);
  for (size_t i = 0; argc > 1 && i < sizeof parts / sizeof *parts; i++)
    if (strcmp(parts[i].name, argv[1]) == 0) {
      parts[i].run(upcr_self.mythread);
      return 0;
    }
  for (int i = 1; i < argc && upcr_self.mythread == 0; i++)
    puts(argv[i]);
  return 0;
}
