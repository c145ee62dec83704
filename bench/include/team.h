/* SPDX-License-Identifier: Apache-2.0 */
/* A team of pthreads, or of processes, for the rivals in plain C: run(me) on each of `threads`,
 * bound to the processors in turn. */
#ifndef BENCH_TEAM_H
#define BENCH_TEAM_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bind.h"

enum { TEAM_MOST = 512 };

static long team_threads;
static pthread_barrier_t team_barrier;
static void (*team_run)(long me);

static void *team_member(void *me) {
  bind_to((int)(long)me);
  team_run((long)me);
  return 0;
}

/* The first argument of the program is the number of threads. */
static inline void team_count(int argc, char **argv) {
  team_threads = argc > 1 ? atol(argv[1]) : 2;
  if (team_threads < 1 || team_threads > TEAM_MOST) {
    fprintf(stderr, "%s: the number of threads must be from 1 to %d\n", argv[0], TEAM_MOST);
    exit(2);
  }
}

static inline void team(int argc, char **argv, void (*run)(long me)) {
  pthread_t others[TEAM_MOST];
  team_count(argc, argv);
  team_run = run;
  pthread_barrier_init(&team_barrier, 0, (unsigned)team_threads);
  for (long t = 1; t < team_threads; t++)
    if (pthread_create(&others[t], 0, team_member, (void *)t) != 0) {
      fprintf(stderr, "%s: thread %ld cannot be made\n", argv[0], t);
      exit(1);
    }
  team_member((void *)0);
  for (long t = 1; t < team_threads; t++)
    pthread_join(others[t], 0);
}

/* The same with processes, which share only memory mapped as shared before; `team_barrier` is for
 * threads only. */
static inline void team_of_processes(int argc, char **argv, void (*run)(long me)) {
  team_count(argc, argv);
  team_run = run;
  for (long t = 1; t < team_threads; t++) {
    pid_t pid = fork();
    if (pid < 0) {
      fprintf(stderr, "%s: process %ld cannot be made\n", argv[0], t);
      exit(1);
    }
    if (pid == 0) {
      team_member((void *)t);
      _exit(0);
    }
  }
  team_member((void *)0);
  while (wait(0) > 0)
    ;
}

#endif
