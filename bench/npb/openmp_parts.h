/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of SP, BT and LU in OpenMP: one part that all threads share. */
#ifndef NPB_OPENMP_PARTS_H
#define NPB_OPENMP_PARTS_H

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define NPB_PARTS 1
#define NPB_PART 0
#define NPB_OWN _Thread_local /* static data that each thread has for itself */

static inline size_t npb_first(size_t n, int part) { return n * (size_t)part; }
static inline double npb_sum(double value) { return value; }

/* Zeroed memory. Ends the program if there is none. */
static inline void *npb_memory(size_t bytes) {
  void *p = calloc(bytes > 0 ? bytes : 1, 1);
  if (p == NULL) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    exit(2);
  }
  return p;
}

#endif
