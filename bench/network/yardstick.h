/* What the yardsticks of the network share: two processes made by fork, each on a processor of its own, that exchange addresses
 * over a socket pair; the clock; and how results are printed. Nothing of the runtime is in here.
 *
 *     yardstick_ofi [-c CPU,CPU | -c none] [-p PROVIDER] [-i INTERFACE]
 *
 * Prints a line a result: name, bytes, value, unit. */
#ifndef YARDSTICK_H
#define YARDSTICK_H

#define _GNU_SOURCE
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
#include <time.h>
#include <unistd.h>

enum {
  LATENCY_ROUNDS = 2000,
  WARM_UP = 200,
  RATE_PUTS = 50000,
  IDLE_POLLS = 256, /* without an event, before the processor is given away: it may be the other process's too */
  WINDOW = 64,      /* puts under way at once */
  LARGEST = 4 << 20,
  MEMORY = 2 * LARGEST
};

static int rank, other_socket;
static const char *provider, *interface_name;
static int cpus[2] = {0, 1};

static _Noreturn void quit(const char *what, const char *why) {
  fprintf(stderr, "yardstick: %s: %s\n", what, why);
  exit(1);
}

static inline double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static inline void print_result(const char *name, size_t bytes, double value, const char *unit) {
  if (rank == 0)
    printf("%-16s %8zu %12.2f %s\n", name, bytes, value, unit);
  fflush(stdout);
}

/* After each poll of a library: `did` is false where nothing happened. */
static inline void after_poll(bool did) {
  static int idle;
  if (did)
    idle = 0;
  else if (++idle % IDLE_POLLS == 0)
    sched_yield();
}

/* Gives n bytes to the other process and gets as many. */
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

/* Both are here; nothing makes progress meanwhile. */
static inline void meet(void) {
  char mine = 0, theirs;
  exchange(&mine, &theirs, 1);
}

/* The same while this process goes on with what the other one does to it. */
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

/* Reads options, forks and pins: `rank` is 0 or 1 afterwards. */
static inline void begin(int argc, char **argv) {
  int sockets[2];
  for (int option; (option = getopt(argc, argv, "c:p:i:")) != -1;)
    if (option == 'c' && strcmp(optarg, "none") == 0)
      cpus[0] = cpus[1] = -1;
    else if (option == 'c' && sscanf(optarg, "%d,%d", &cpus[0], &cpus[1]) == 2)
      continue;
    else if (option == 'p')
      provider = optarg;
    else if (option == 'i')
      interface_name = optarg;
    else {
      fprintf(stderr, "usage: %s [-c CPU,CPU | -c none] [-p PROVIDER] [-i INTERFACE]\n", argv[0]);
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
}

static inline int end(void) {
  int status = 0;
  if (rank == 0)
    wait(&status);
  return status != 0;
}

/* What a library has to give. `put` and `get` return when the operation is complete, a put at its target; `put_start` when it is
 * under way, and `put_wait` when all but `left` of those are complete. Offsets are into the other's memory. */
struct library {
  unsigned char *memory; /* MEMORY bytes that the other process may access */
  void (*progress)(void);
  void (*put)(size_t offset, const void *from, size_t n);
  void (*get)(size_t offset, void *to, size_t n);
  void (*put_start)(size_t offset, const void *from, size_t n);
  void (*put_wait)(size_t left);
};

/* Each puts a number into the other's memory and waits for the answer there. */
static inline void ping_pong(const struct library *lib, uint64_t first, int rounds) {
  volatile uint64_t *here = (volatile uint64_t *)(void *)lib->memory;
  uint64_t *number = (uint64_t *)(void *)(lib->memory + 64);
  for (uint64_t i = first; i < first + (uint64_t)rounds; i++) {
    while (rank == 1 && *here != i)
      lib->progress();
    *number = i;
    lib->put_start(0, number, 8);
    while (rank == 0 && *here != i)
      lib->progress();
    lib->put_wait(0);
  }
}

static inline void measure_latency(const struct library *lib) {
  unsigned char *local = lib->memory + 128;
  ping_pong(lib, 1, WARM_UP);
  double start = now_us();
  ping_pong(lib, 1 + WARM_UP, LATENCY_ROUNDS);
  print_result("put-ping-pong", 8, (now_us() - start) / LATENCY_ROUNDS / 2, "us");
  meet_and_serve(lib->progress);
  for (int what = 0; what < 2 && rank == 0; what++) {
    start = now_us();
    for (int i = 0; i < LATENCY_ROUNDS; i++)
      if (what == 0)
        lib->put(256, local, 8);
      else
        lib->get(256, local, 8);
    print_result(what == 0 ? "put" : "get", 8, (now_us() - start) / LATENCY_ROUNDS, "us");
  }
  meet_and_serve(lib->progress);
}

static inline void measure_bandwidth(const struct library *lib) {
  for (size_t n = 8; n <= LARGEST && rank == 0; n *= 8) {
    int count = (int)((size_t)(128 << 20) / n);
    count = count > 2000 ? 2000 : count;
    double start = now_us();
    for (int i = 0; i < count; i++) {
      lib->put_start(LARGEST, lib->memory + LARGEST, n);
      lib->put_wait(WINDOW - 1);
    }
    lib->put_wait(0);
    print_result("put-bandwidth", n, (double)count * (double)n / (now_us() - start), "MB/s");
  }
  meet_and_serve(lib->progress);
}

static inline void measure_rate(const struct library *lib) {
  double start = now_us();
  for (int i = 0; i < RATE_PUTS && rank == 0; i++) {
    lib->put_start(LARGEST + 8 * (size_t)(i % 4096), lib->memory + 128, 8);
    lib->put_wait(WINDOW - 1);
  }
  if (rank == 0)
    lib->put_wait(0);
  print_result("put-rate", 8, RATE_PUTS / (now_us() - start), "million/s");
  meet_and_serve(lib->progress);
}

static inline void measure(const struct library *lib) {
  memset(lib->memory, 0, MEMORY);
  meet();
  measure_latency(lib);
  measure_bandwidth(lib);
  measure_rate(lib);
}

#endif
