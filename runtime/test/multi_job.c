/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a test's function as all threads of a job: forks the processes, starts their pthreads, and
 * waits for the processes. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "multi.h"
#include <topo/topo.h>

struct multi_counts *multi_counts;
const char *multi_machine;
unsigned multi_seconds = 120;
const bool multi_by_turns = false;

int multi_check(int ok, const char *text, const char *file, int line) {
  atomic_fetch_add(ok ? &multi_counts->passed : &multi_counts->failed, 1);
  if (!ok)
    fprintf(stderr, "%s:%d: thread %d: failed: %s\n", file, line, upcr_self.mythread, text);
  return ok;
}

struct start {
  int thread;
  void (*body)(void);
};

static void *run_thread(void *arg) {
  struct start *start = arg;
  upcr_thread_attach(start->thread);
  upcr_core_start();
  start->body();
  upcr_core_finish(0);
  return 0;
}

/* The threads [first, end) in this process. */
static void run_process(int first, int end, void (*body)(void)) {
  int count = end - first;
  upcr_process_attach(first, count, 0);
  pthread_t *handle = calloc((size_t)count, sizeof *handle);
  struct start *start = calloc((size_t)count, sizeof *start);
  for (int i = 0; i < count; i++) {
    start[i] = (struct start){first + i, body};
    if (i > 0)
      pthread_create(&handle[i], 0, run_thread, &start[i]);
  }
  run_thread(&start[0]);
  for (int i = 1; i < count; i++)
    pthread_join(handle[i], 0);
  free(handle);
  free(start);
}

static int status_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int wait_for_all(pid_t *pid, int count) {
  int highest = 0;
  for (int left = count; left > 0; left--) {
    int status;
    pid_t ended = waitpid(-1, &status, 0);
    for (int i = 0; i < count; i++) {
      if (pid[i] == ended)
        pid[i] = 0;
      else if (status != 0 && highest == 0 && pid[i] != 0)
        kill(pid[i], SIGKILL);
    }
    if (highest == 0)
      highest = status_of(status);
  }
  return highest;
}

static int run(const struct upcr_job_config *config, void (*body)(void), int error_fd) {
  char err[512];
  struct upcr_topo_config places = {.threads = config->threads,
                                    .node_threads = config->pshm_width,
                                    .bind = multi_machine ? "core" : "none",
                                    .machine = multi_machine};
  if (upcr_topo_create(&places, err, sizeof err) != 0 ||
      upcr_job_create(config, err, sizeof err) != 0) {
    fprintf(stderr, "no job: %s\n", err);
    return 1;
  }
  int share = config->pthreads_per_process, count = (config->threads + share - 1) / share;
  pid_t *pid = calloc((size_t)count, sizeof *pid);
  fflush(0);
  for (int p = 0; p < count; p++) {
    pid[p] = fork();
    if (pid[p] != 0)
      continue;
    alarm(multi_seconds);
    if (error_fd >= 0)
      dup2(error_fd, STDERR_FILENO);
    int end = (p + 1) * share;
    run_process(p * share, end < config->threads ? end : config->threads, body);
    exit(0);
  }
  int status = wait_for_all(pid, count);
  free(pid);
  return status;
}

int multi_run(const struct upcr_job_config *config, void (*body)(void)) {
  return run(config, body, -1);
}

int multi_run_captured(const struct upcr_job_config *config, void (*body)(void), char *text,
                       size_t length) {
  FILE *file = tmpfile();
  int status = run(config, body, fileno(file));
  rewind(file);
  size_t n = fread(text, 1, length - 1, file);
  text[n] = 0;
  fclose(file);
  return status;
}
