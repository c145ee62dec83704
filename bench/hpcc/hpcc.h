/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the programs of HPC Challenge: arguments, sums over all threads, the summary at the end
 * of HPCC's output. */
#ifndef HPCC_H
#define HPCC_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../include/mix.h"
#include "../npb/parts.h"
#include "../npb/timer.h"

#define HPCC_EPSILON 1.1102230246251565e-16 /* half of DBL_EPSILON, as of HPL's pdlamch */
#define HPCC_LIMIT 16.0                     /* limit of a scaled residual */

/* Argument `number` as an integer, or `otherwise` if it is absent. If it is not in [low, high],
 * names it and the usage, and ends the job with status 2. */
static inline long hpcc_argument(int argc, char **argv, int number, long low, long high,
                                 long otherwise, const char *usage) {
  if (number >= argc)
    return otherwise;
  char *end;
  long value = strtol(argv[number], &end, 10);
  if (end != argv[number] && *end == 0 && value >= low && value <= high)
    return value;
  if (MYTHREAD == 0)
    fprintf(stderr, "argument '%s' is not from %ld to %ld; usage: %s\n", argv[number], low, high,
            usage);
  upc_barrier;
  exit(2);
}

/* Private memory, aligned to a page. Ends the job if there is none. */
static inline void *hpcc_memory(size_t bytes) {
  void *data = aligned_alloc(4096, (bytes + 4096) / 4096 * 4096);
  if (data == NULL) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    upc_global_exit(2);
  }
  return data;
}

/* The rows of the most square grid of all threads that is not higher than wide. */
static inline int hpcc_rows_of_grid(void) {
  int rows = 1;
  for (int i = 2; i * i <= THREADS; i++)
    if (THREADS % i == 0)
      rows = i;
  return rows;
}

/* The larger value; NaN if one is NaN. */
static inline double hpcc_larger(double a, double b) { return isnan(a) || a > b ? a : b; }

/* Collective: gathers every thread's value in `values`, of THREADS elements. */
static inline void hpcc_gather(double value, double *values) {
  static shared double part[THREADS];
  part[MYTHREAD] = value;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    values[t] = part[t];
  upc_barrier;
}

/* Collective: the largest of all threads' values; NaN if one is NaN. */
static inline double hpcc_largest(double value) {
  double all[THREADS], most = value;
  hpcc_gather(value, all);
  for (int t = 0; t < THREADS; t++)
    most = hpcc_larger(most, all[t]);
  return most;
}

/* Prints the head or the end of the summary, whose lines are KEY=VALUE. */
static inline void hpcc_summary(const char *edge) { printf("%s of Summary section.\n", edge); }

static inline void hpcc_value(const char *key, double value) { printf("%s=%g\n", key, value); }

#endif
