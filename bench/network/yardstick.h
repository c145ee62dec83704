/* SPDX-License-Identifier: Apache-2.0 */
/* Common part of the network's yardsticks: two forked processes, each on its own processor, that
 * exchange addresses over a socket pair; and their measurements. It uses nothing of the runtime.
 *
 *     yardstick_ofi [-c CPU,CPU | -c none] [-n PID,PID] [-p PROVIDER] [-i INTERFACE]
 *
 * With -n each process enters the network namespace of one PID. Prints lines of JSON
 * (bench/README.md) with the names of network.upc. */
#ifndef YARDSTICK_H
#define YARDSTICK_H

#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"
#include "network.h"

enum {
  IDLE_POLLS = 256, /* polls without an event, after which the process yields */
  MEMORY = 2 * NETWORK_LARGEST
};

static int rank, other_socket;
static const char *provider, *interface_name;
static int cpus[2] = {0, 1}, namespaces[2]; /* PIDs of -n; 0: none */

static _Noreturn void quit(const char *what, const char *why) {
  fprintf(stderr, "yardstick: %s: %s\n", what, why);
  exit(1);
}

/* To call after each poll of a library; `did`: something happened. */
static inline void after_poll(bool did) {
  static int idle;
  if (did)
    idle = 0;
  else if (++idle % IDLE_POLLS == 0)
    sched_yield();
}

/* Exchanges n bytes with the other process. */
static inline void exchange(const void *mine, void *theirs, size_t n) {
  if (write(other_socket, mine, n) != (ssize_t)n)
    quit("exchange", "the other process is gone");
  for (size_t got = 0; got < n;) {
    ssize_t more = read(other_socket, (char *)theirs + got, n - got);
    if (more <= 0)
      quit("exchange", "the other process is gone");
    got += (size_t)more;
  }
}

/* Waits for the other process; the library makes no progress meanwhile. */
static inline void meet(void) {
  char mine = 0, theirs;
  exchange(&mine, &theirs, 1);
}

/* The same, while this process makes progress for the other's operations. */
static inline void meet_and_serve(void (*progress)(void)) {
  char byte = 0;
  if (write(other_socket, &byte, 1) != 1)
    quit("meet", "the other process is gone");
  while (recv(other_socket, &byte, 1, MSG_DONTWAIT) != 1) {
    progress();
    sched_yield();
  }
}

static inline void pin(void) {
  cpu_set_t set;
  if (cpus[rank] < 0)
    return;
  CPU_ZERO(&set);
  CPU_SET(cpus[rank], &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    fprintf(stderr, "yardstick: cannot run on processor %d\n", cpus[rank]);
}

static inline void enter_network(void) {
  char path[64];
  if (namespaces[rank] == 0)
    return;
  snprintf(path, sizeof path, "/proc/%d/ns/net", namespaces[rank]);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || setns(fd, CLONE_NEWNET) != 0)
    quit(path, "cannot be entered");
  close(fd);
}

/* Reads options, forks and pins: `rank` is 0 or 1 afterwards. */
static inline void begin(int argc, char **argv) {
  int sockets[2];
  for (int option; (option = getopt(argc, argv, "c:n:p:i:")) != -1;)
    if (option == 'c' && strcmp(optarg, "none") == 0)
      cpus[0] = cpus[1] = -1;
    else if (option == 'c' && sscanf(optarg, "%d,%d", &cpus[0], &cpus[1]) == 2)
      continue;
    else if (option == 'n' && sscanf(optarg, "%d,%d", &namespaces[0], &namespaces[1]) == 2)
      continue;
    else if (option == 'p')
      provider = optarg;
    else if (option == 'i')
      interface_name = optarg;
    else {
      fprintf(stderr,
              "usage: %s [-c CPU,CPU | -c none] [-n PID,PID] [-p PROVIDER] [-i INTERFACE]\n",
              argv[0]);
      exit(2);
    }
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
    quit("socketpair", "no descriptors");
  rank = fork() == 0;
  other_socket = sockets[rank];
  close(sockets[1 - rank]);
  if (rank == 1)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  pin();
  enter_network();
}

static inline int end(void) {
  int status = 0;
  if (rank == 0)
    wait(&status);
  return status != 0;
}

/* The operations of a library. `put_start` and `get_start` begin one; `wait_for` returns when all
 * but `left` are complete, puts at their target. Offsets are into the other's memory. */
struct library {
  unsigned char *memory; /* MEMORY bytes that the other process may access */
  void (*progress)(void);
  void (*put_start)(size_t offset, const void *from, size_t n);
  void (*get_start)(size_t offset, void *to, size_t n);
  void (*wait_for)(size_t left);
};
static const struct library *lib;

/* Each puts a number in the other's memory and waits for the answer in its own. */
static inline void ping_pong(struct measure *m) {
  static uint64_t last;
  volatile uint64_t *here = (volatile uint64_t *)(void *)lib->memory;
  uint64_t *number = (uint64_t *)(void *)(lib->memory + 64);
  double start = now_ns();
  for (uint64_t end = last + NETWORK_WORDS; last < end;) {
    last++;
    while (rank == 1 && *here != last)
      lib->progress();
    *number = last;
    lib->put_start(0, number, 8);
    while (rank == 0 && *here != last)
      lib->progress();
    lib->wait_for(0);
  }
  measure_add(m, start, NETWORK_WORDS);
}

/* An atomic of 8 bytes, performed by the owner: a request and its answer. */
static inline void atomic_word(struct measure *m) { ping_pong(m); }

static inline void one_by_one(struct measure *m, bool put) {
  int count = network_count(m->n);
  double start = now_ns();
  for (int i = 0; i < count && rank == 0; i++) {
    if (put)
      lib->put_start(NETWORK_LARGEST, lib->memory + NETWORK_LARGEST, (size_t)m->n);
    else
      lib->get_start(NETWORK_LARGEST, lib->memory + NETWORK_LARGEST, (size_t)m->n);
    lib->wait_for(0);
  }
  measure_add(m, start, count);
}

static inline void many(struct measure *m, bool put) {
  int count = network_many(m->n);
  double start = now_ns();
  for (int i = 0; i < count && rank == 0; i++) {
    size_t at = NETWORK_LARGEST + network_place(m->n, i);
    if (put)
      lib->put_start(at, lib->memory + at, (size_t)m->n);
    else
      lib->get_start(at, lib->memory + at, (size_t)m->n);
    lib->wait_for(NETWORK_WINDOW - 1);
  }
  if (rank == 0)
    lib->wait_for(0);
  measure_add(m, start, count);
}

static inline void put(struct measure *m) { one_by_one(m, true); }
static inline void get(struct measure *m) { one_by_one(m, false); }
static inline void put_many(struct measure *m) { many(m, true); }
static inline void get_many(struct measure *m) { many(m, false); }

static struct {
  struct measure m;
  void (*run)(struct measure *m);
} kinds[] = {{{"ping_pong", 8}, ping_pong},
             {{"atomic_word", 8}, atomic_word},
             {{"put_word", 8}, put},
             {{"get_word", 8}, get},
             {{"put_many", 8}, put_many},
             NETWORK_SIZES("put", put),
             NETWORK_SIZES("get", get),
             NETWORK_SIZES("put_many", put_many),
             NETWORK_SIZES("get_many", get_many)};

static inline void measure(const struct library *library) {
  int rounds = measure_rounds();
  lib = library;
  memset(lib->memory, 0, MEMORY);
  meet();
  for (int round = -1; round < rounds; round++)
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      struct measure warm_up = {.n = kinds[k].m.n};
      kinds[k].run(round < 0 ? &warm_up : &kinds[k].m);
      meet_and_serve(lib->progress);
    }
  for (unsigned k = 0; rank == 0 && k < sizeof kinds / sizeof *kinds; k++)
    measure_print(&kinds[k].m);
  fflush(stdout);
}

#endif
