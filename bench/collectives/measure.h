/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the UPC and the MPI program: operations, sizes, time, fresh data, the line of a result.
 *
 * Data are fresh: in every round the thread that owns a source writes all of it, and the thread
 * that owns a result reads all of it. Buffers that stay in one core's cache would flatter.
 *
 * Ways to call, and to time:
 *
 * synchronised: each call alone, after a barrier, ended by ALLSYNC or MPI_Barrier. As UOMS does:
 * the mean over the rounds of the slowest thread's time. Results are read after another barrier:
 * where threads share a processor one that went on reading would keep the others from leaving the
 * call, and their clocks would count its reading.
 *
 * streamed: one call after the other with MYSYNC, or the bare MPI call, writing and reading
 * included. As IMB does: the largest of the threads' means over the rounds. Where threads share
 * processors: from the first thread's start to the last one's end. There each may run its rounds in
 * one turn, and its own clock counts the others' turns, or not, by who left the barrier first.
 *
 * nosync: DISJOINT calls on data of their own between two barriers, with NOSYNC or the bare MPI
 * call: the time of one.
 *
 * round: one call after the other with what ends a synchronised one, writing and reading included,
 * timed as streamed: a result that the call leaves in another thread's cache costs its reader, a
 * source that it takes away its writer. */
#ifndef COLLECTIVES_MEASURE_H
#define COLLECTIVES_MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  LARGEST = 4 << 20,
  BATCHES_MOST = 400,
  ROUNDS_MOST = 50,
  DISJOINT = 4,
  ROOM_MOST = 32 << 20
};

static const char *const operations[] = {
    "broadcast", "scatter",       "gather",     "gather_all",     "exchange",     "permute",
    "reduce",    "prefix_reduce", "reduce_all", "reduce_scatter", "reduce_vector"};
enum operation {
  BROADCAST,
  SCATTER,
  GATHER,
  GATHER_ALL,
  EXCHANGE,
  PERMUTE,
  REDUCE,
  PREFIX_REDUCE,
  REDUCE_ALL,
  REDUCE_SCATTER,
  REDUCE_VECTOR,
  OPERATIONS
};

static const char *const modes[] = {"synchronised", "streamed", "nosync", "round"};
enum mode { SYNCHRONISED, STREAMED, NOSYNC, ROUND, MODES };

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Blocks that a thread with a source, and one with a result, has. */
static int source_blocks(enum operation op, int me, int threads) {
  switch (op) {
  case BROADCAST:
    return me == 0;
  case SCATTER:
    return me == 0 ? threads : 0;
  case EXCHANGE:
  case REDUCE_SCATTER:
    return threads;
  default:
    return 1;
  }
}

static int result_blocks(enum operation op, int me, int threads) {
  switch (op) {
  case GATHER:
    return me == 0 ? threads : 0;
  case REDUCE_VECTOR:
    return me == 0;
  case GATHER_ALL:
  case EXCHANGE:
    return threads;
  default:
    return 1;
  }
}

/* Bytes of the thread's result: reduce has one element. */
static size_t result_bytes(enum operation op, size_t n, int me, int threads) {
  return op == REDUCE ? sizeof(long) * !me : n * (size_t)result_blocks(op, me, threads);
}

/* Do elements of the operation have 8 bytes? */
static int has_longs(enum operation op) { return op >= REDUCE; }

/* Writes all of a source; reads all of a result, so that no compiler leaves it out. */
static void write_all(void *at, size_t n, int round) {
  if (n > 0) /* memset of nothing may be a store without effect, which takes long where a page is
                not there yet */
    memset(at, round, n);
}

static volatile uint64_t sink;

static void read_all(const void *at, size_t n) {
  const unsigned char *p = at;
  uint64_t sum = 0, word;
  for (; n >= 8; n -= 8, p += 8) {
    memcpy(&word, p, 8);
    sum += word;
  }
  for (; n > 0; n--)
    sum += *p++;
  sink = sum;
}

static int oversubscribed(int threads) { return threads > sysconf(_SC_NPROCESSORS_ONLN); }

/* Rounds of a batch: few, so that some batches are not disturbed by other work of the machine;
 * fewer where threads wait for processors and a call takes many times as long, but two at the
 * least: threads that share a processor are timed together, and start one after the other. */
static int rounds_of(size_t bytes, int threads) {
  if (oversubscribed(threads))
    return bytes <= 4096 ? 6 : 2;
  return bytes <= 4096 ? ROUNDS_MOST : bytes <= 16384 ? 10 : bytes <= 65536 ? 3 : 1;
}

/* Batches of a measurement: BENCH_BATCHES, else 201; of large data, which take long and vary
 * little, LARGE_BATCHES at most. */
static int batches(size_t bytes) {
  enum { LARGE = 1 << 20, LARGE_BATCHES = 5 };
  const char *text = getenv("BENCH_BATCHES");
  int count = text ? atoi(text) : 201, most = bytes < LARGE ? BATCHES_MOST : LARGE_BATCHES;
  return count < 1 ? 1 : count > most ? most : count;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* `ns` has `count` times of one call. variant: the algorithm that is forced, 0: none. */
static void report(const char *system, const char *operation, const char *mode, const char *variant,
                   size_t bytes, int threads, double *ns, int count) {
  qsort(ns, (size_t)count, sizeof *ns, ascending);
  printf("{\"system\": \"%s\", \"operation\": \"%s\", \"mode\": \"%s\", ", system, operation, mode);
  if (variant)
    printf("\"variant\": \"%s\", ", variant);
  printf("\"bytes\": %zu, \"threads\": %d, \"ns_least\": %.0f, \"ns_median\": %.0f, \"ns_most\": "
         "%.0f}\n",
         bytes, threads, ns[0], ns[count / 2], ns[count - 1]);
  fflush(stdout);
}

/* The value of "key=value" among the arguments, or 0: "op=broadcast,reduce", "mode=synchronised",
 * "sizes=8,65536", "most=65536". */
static const char *argument(int argc, char **argv, const char *key) {
  size_t n = strlen(key);
  for (int i = 1; i < argc; i++)
    if (strncmp(argv[i], key, n) == 0 && argv[i][n] == '=')
      return argv[i] + n + 1;
  return 0;
}

/* True if the value is in the argument's list, or there is no such argument. */
static int wanted(int argc, char **argv, const char *key, const char *value) {
  const char *given = argument(argc, argv, key);
  size_t n = strlen(value);
  if (!given)
    return 1;
  for (; *given; given += strcspn(given, ","), given += *given == ',')
    if (strncmp(given, value, n) == 0 && (given[n] == ',' || !given[n]))
      return 1;
  return 0;
}

/* The size after n, beginning with 0: the next of "sizes=", or powers of two up to 1 KiB and of
 * four beyond, up to "most=". 0: there is none. */
static size_t next_size(int argc, char **argv, size_t n) {
  const char *sizes = argument(argc, argv, "sizes"), *most = argument(argc, argv, "most");
  for (; sizes && *sizes; sizes += strcspn(sizes, ","), sizes += *sizes == ',')
    if (strtoul(sizes, 0, 0) > n)
      return strtoul(sizes, 0, 0);
  size_t next = n == 0 ? 4 : n < 1024 ? 2 * n : 4 * n;
  return !sizes && next <= (most ? strtoul(most, 0, 0) : (size_t)LARGEST) ? next : 0;
}

/* True if it can be measured: the data of one call, and those of all disjoint calls together, are
 * at most ROOM_MOST bytes a thread. */
static int has_room(enum operation op, enum mode mode, size_t n, int threads) {
  return n * (size_t)threads * (mode == NOSYNC ? DISJOINT : 1) <= ROOM_MOST &&
         (!has_longs(op) || n % sizeof(long) == 0);
}

/* Bytes of the arrays of a thread for all the sizes that are asked for. */
static size_t room_of(int argc, char **argv, int threads) {
  size_t room = 64;
  for (size_t n = 0; (n = next_size(argc, argv, n));)
    for (int mode = 0; mode < MODES; mode++) {
      size_t bytes = n * (size_t)threads * (mode == NOSYNC ? DISJOINT : 1);
      room = bytes <= ROOM_MOST && bytes > room ? bytes : room;
    }
  return room;
}

#endif
