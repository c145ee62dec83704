/* SPDX-License-Identifier: Apache-2.0 */
/* Timing for the micro-benchmarks, in C and in UPC.
 *
 * A measurement is many short batches; between them the other measurements of the program take
 * their turn, so that a disturbance of the machine meets all alike. One line of JSON a measurement
 * (bench/README.md): name; system, where a program measures a rival beside UPC; variant; n (bytes,
 * or 0 where sizes have no meaning); ns per operation: the fastest batch, the median and the
 * slowest. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MEASURE_BATCHES = 400 };

struct measure {
  const char *name;
  long n;
  const char *system;  /* 0: the one that the program belongs to */
  const char *variant; /* which of several ways, 0: the program has one */
  int batches;
  double ns[MEASURE_BATCHES];
};

/* Virtual time where the program is compiled for simulated machines (bench/papers). */
#ifdef SIMULATED
#include <upc_tick.h>
static inline double now_ns(void) { return (double)upc_ticks_to_ns(upc_ticks_now()); }
#else
static inline double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
#endif

static inline void measure_add_ns(struct measure *m, double ns) {
  if (m->batches < MEASURE_BATCHES)
    m->ns[m->batches++] = ns;
}

/* Adds a batch of `count` operations that took since `start`. */
static inline void measure_add(struct measure *m, double start, long count) {
  measure_add_ns(m, (now_ns() - start) / (double)count);
}

static inline int measure_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline void measure_print(struct measure *m) {
  if (m->batches == 0)
    return;
  qsort(m->ns, (size_t)m->batches, sizeof *m->ns, measure_compare);
  printf("{\"name\":\"%s\",", m->name);
  if (m->system)
    printf("\"system\":\"%s\",", m->system);
  if (m->variant)
    printf("\"variant\":\"%s\",", m->variant);
  printf("\"n\":%ld,\"ns\":%.2f,\"median\":%.2f,\"max\":%.2f}\n", m->n, m->ns[0],
         m->ns[m->batches / 2], m->ns[m->batches - 1]);
}

/* Batches of every measurement of a program; the environment's BENCH_BATCHES says how many. */
static inline int measure_rounds(void) {
  const char *text = getenv("BENCH_BATCHES");
  int rounds = text ? atoi(text) : 100;
  return rounds < 1 ? 1 : rounds > MEASURE_BATCHES ? MEASURE_BATCHES : rounds;
}

#endif
