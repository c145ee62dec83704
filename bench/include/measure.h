/* SPDX-License-Identifier: Apache-2.0 */
/* Timing for the micro-benchmarks, in C and in UPC.
 *
 * A measurement is many short batches. The measurements of a program take turns, so that a
 * disturbance of the machine affects all alike. Each prints one line of JSON (bench/README.md):
 * name; system, if a program also measures a rival; variant; n (bytes, or 0 without sizes); ns per
 * operation of the fastest batch, the median and the slowest. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MEASURE_BATCHES = 400 };

struct measure {
  const char *name;
  long n;
  const char *system;  /* 0: the system of the program */
  const char *variant; /* one of several ways; 0: there is only one */
  int batches;
  double ns[MEASURE_BATCHES];
};

/* Virtual time if the program is compiled for simulated machines (bench/papers). */
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

/* Adds a batch of `count` operations that began at `start` and ends now. */
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

/* The number of batches of each measurement; the variable BENCH_BATCHES sets it. */
static inline int measure_rounds(void) {
  const char *text = getenv("BENCH_BATCHES");
  int rounds = text ? atoi(text) : 100;
  return rounds < 1 ? 1 : rounds > MEASURE_BATCHES ? MEASURE_BATCHES : rounds;
}

#endif
