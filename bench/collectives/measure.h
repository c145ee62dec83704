/* What the UPC and the MPI program share: sizes, time, fresh data, the line of a result.
 *
 * Data are fresh: in every round the thread that owns a source writes all of it, and the thread that owns a result reads all
 * of it. Buffers that stay in one core's cache would flatter. */
#ifndef COLLECTIVES_MEASURE_H
#define COLLECTIVES_MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGEST = 4 << 20, BATCHES = 201 };

static const char *const operations[] = {"broadcast", "scatter", "gather", "gather_all", "exchange", "reduce"};
enum operation { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, REDUCE, OPERATIONS };

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
    return threads;
  default:
    return 1;
  }
}

static int result_blocks(enum operation op, int me, int threads) {
  switch (op) {
  case GATHER:
    return me == 0 ? threads : 0;
  case GATHER_ALL:
  case EXCHANGE:
    return threads;
  case REDUCE:
    return me == 0;
  default:
    return 1;
  }
}

/* Writes all of a source; reads all of a result, so that no compiler leaves it out. */
static void write_all(void *at, size_t n, int round) {
  if (n > 0) /* memset of nothing may be a store without effect, which takes long where a page is not there yet */
    memset(at, round, n);
}

static void read_all(const void *at, size_t n) {
  static volatile uint64_t sink;
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

/* Rounds of a batch: few, so that some batches are not disturbed by other work of the machine. */
static int rounds_of(size_t bytes) { return bytes <= 4096 ? 50 : bytes <= 16384 ? 10 : bytes <= 65536 ? 3 : 1; }

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* `ns` has BATCHES times of one round, each the largest over the threads. */
static void report(const char *system, enum operation op, const char *mode, size_t bytes, int threads, double *ns) {
  qsort(ns, BATCHES, sizeof *ns, ascending);
  printf("{\"system\": \"%s\", \"operation\": \"%s\", \"mode\": \"%s\", \"bytes\": %zu, \"threads\": %d, "
         "\"ns_least\": %.0f, \"ns_median\": %.0f}\n",
         system, operations[op], mode, bytes, threads, ns[0], ns[BATCHES / 2]);
  fflush(stdout);
}

/* Is it among the arguments, or are there none of its kind? "op=broadcast", "mode=synchronised", "most=65536". */
static const char *argument(int argc, char **argv, const char *key) {
  size_t n = strlen(key);
  for (int i = 1; i < argc; i++)
    if (strncmp(argv[i], key, n) == 0 && argv[i][n] == '=')
      return argv[i] + n + 1;
  return 0;
}

static int wanted(int argc, char **argv, const char *key, const char *value) {
  const char *given = argument(argc, argv, key);
  return !given || strcmp(given, value) == 0;
}

#endif
