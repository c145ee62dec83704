/* SPDX-License-Identifier: Apache-2.0 */
/* The lower bound of calls if threads share processors: the same data moved in plain C by threads,
 * or processes, that are bound to the processors in turn.
 *
 *   cc -O3 -pthread -I../include limit.c
 *   ./a.out 3 as=threads totals=8,1048576 [op=gather,...] [mode=synchronised,nosync,streamed,half]
 *
 * Called and timed as calls.h and cliffs.upc do: one call between two barriers, or DISJOINT on data
 * of their own, by copies (limit_copies.h); in a loop by posts (limit_posts.h); or, half, in a loop
 * with a barrier before each, in which the last member does all. Loops have small data only. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "limit_posts.h"

static struct times {
  double of_round[TEAM_MOST][ROUNDS_MOST];
  double start[TEAM_MOST], end[TEAM_MOST];
} * times;

static double mean_of_slowest(int rounds) {
  double sum = 0;
  for (int i = 0; i < rounds; i++) {
    double most = 0;
    for (long t = 0; t < team_threads; t++)
      most = times->of_round[t][i] > most ? times->of_round[t][i] : most;
    sum += most;
  }
  return sum / rounds;
}

static double first_start_to_last_end(void) {
  double start = times->start[0], end = times->end[0];
  for (long t = 1; t < team_threads; t++) {
    start = times->start[t] < start ? times->start[t] : start;
    end = times->end[t] > end ? times->end[t] : end;
  }
  return end - start;
}

/* The data of the calls of a round, contiguous in each member's part. */
static void write_sources(enum operation op, size_t n, int disjoint, int round) {
  size_t apart = n / sizeof(long) * (size_t)team_threads;
  for (at = 0; at < (size_t)disjoint * apart; at += apart)
    write_all(of(src, self, 0), n * (size_t)source_blocks(op, (int)self, (int)team_threads), round);
  at = 0;
}

static void read_results(enum operation op, size_t n, int disjoint) {
  size_t apart = n / sizeof(long) * (size_t)team_threads;
  for (at = 0; at < (size_t)disjoint * apart; at += apart)
    read_all(of(dst, self, 0), result_bytes(op, n, (int)self, (int)team_threads));
  at = 0;
}

/* The time of one of so many calls between two barriers. */
static double time_calls(enum operation op, size_t n, int disjoint) {
  size_t count = n / sizeof(long), apart = count * (size_t)team_threads;
  double start = now_ns();
  for (at = 0; at < (size_t)disjoint * apart; at += apart)
    call_by_copies(op, count);
  at = 0;
  barrier();
  return (now_ns() - start) / disjoint;
}

/* A call with ALLSYNC waits for all to enter, with its clock on; one with NOSYNC does not. */
static double time_round(enum operation op, size_t n, int disjoint, int round) {
  double entry = 0;
  write_sources(op, n, disjoint, round);
  barrier();
  if (disjoint == 1) {
    double start = now_ns();
    barrier();
    entry = now_ns() - start;
  }
  double time = entry + time_calls(op, n, disjoint);
  barrier();
  read_results(op, n, disjoint);
  return time;
}

/* Rounds with a barrier around each, after one that brings the data into the caches. */
static double time_rounds(enum operation op, size_t n, int disjoint) {
  int rounds = (rounds_of(n, 1) + 1) / 2;
  for (int i = 0; i <= rounds; i++)
    times->of_round[self][i > 0 ? i - 1 : 0] = time_round(op, n, disjoint, i);
  barrier();
  return mean_of_slowest(rounds);
}

static double synchronised(enum operation op, size_t n) { return time_rounds(op, n, 1); }
static double nosync(enum operation op, size_t n) { return time_rounds(op, n, DISJOINT); }

/* Calls in a loop, after one that brings the data into the caches. */
static double time_loop(enum operation op, size_t n, void (*call)(enum operation, size_t)) {
  int rounds = rounds_of(n, 1);
  publish_left(); /* of the calls that were no posts */
  for (int i = -1; i < rounds; i++) {
    if (i == 0) {
      barrier();
      times->start[self] = now_ns();
    }
    write_sources(op, n, 1, i);
    call(op, n / sizeof(long));
    read_results(op, n, 1);
  }
  times->end[self] = now_ns();
  barrier();
  return first_start_to_last_end() / rounds;
}

static double streamed(enum operation op, size_t n) { return time_loop(op, n, call_by_posts); }
static double half(enum operation op, size_t n) { return time_loop(op, n, call_by_last); }

static const struct way {
  const char *name;
  double (*time)(enum operation op, size_t n);
  size_t most; /* elements of all members' blocks */
} ways[] = {
    {"synchronised", synchronised, SIZE_MAX},
    {"nosync", nosync, SIZE_MAX},
    {"streamed", streamed, POST_MOST},
    {"half", half, POST_MOST},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* Blocks of `total` bytes together, at least a word each. */
static size_t block_of(enum operation op, size_t total) {
  size_t square =
      op == GATHER_ALL || op == EXCHANGE || op == REDUCE_SCATTER ? (size_t)team_threads : 1;
  size_t n = total / (size_t)team_threads / square / sizeof(long) * sizeof(long);
  return n ? n : sizeof(long);
}

static void measure(enum operation op, const struct way *way, size_t total) {
  static double ns[BATCHES_MOST];
  size_t n = block_of(op, total);
  int turns = batches(n);
  if (n / sizeof(long) * (size_t)team_threads > way->most)
    return;
  for (int turn = 0; turn < turns; turn++) {
    double time = way->time(op, n);
    if (self == 0)
      ns[turn] = time;
    barrier();
  }
  if (self == 0)
    report("c", operations[op], way->name, "in_all", total, (int)team_threads, ns, turns);
}

static int arguments;
static char **values;

static void run(long me) {
  self = me;
  for (int op = 0; op < OPERATIONS; op++) {
    const char *totals = argument(arguments, values, "totals");
    for (; totals && *totals; totals += strcspn(totals, ","), totals += *totals == ',')
      for (int w = 0; w < WAYS; w++)
        if (wanted(arguments, values, "op", operations[op]) &&
            wanted(arguments, values, "mode", ways[w].name))
          measure((enum operation)op, &ways[w], strtoul(totals, 0, 0));
  }
}

/* Zeroed memory, shared with processes forked later. */
static void *shared_memory(size_t bytes) {
  void *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    perror("shared memory");
    exit(1);
  }
  return memory;
}

int main(int argc, char **argv) {
  enum { ROOM = 8 << 20 };
  const char *as = argument(argc, argv, "as");
  long members = argc > 1 ? atol(argv[1]) : 2;
  size_t bytes = (size_t)(members > 0 ? members : 1) * ROOM;
  arguments = argc, values = argv;
  stride = ROOM / sizeof(long);
  src = shared_memory(bytes);
  dst = shared_memory(bytes);
  waits = shared_memory(sizeof *waits);
  posts = shared_memory(sizeof *posts);
  times = shared_memory(sizeof *times);
  parts = shared_memory(TEAM_MOST * sizeof *parts);
  is_oversubscribed = oversubscribed((int)members);
  processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (as && strcmp(as, "processes") == 0)
    team_of_processes(argc, argv, run);
  else
    team(argc, argv, run);
  return 0;
}
