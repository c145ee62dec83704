/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the forms with bulk communication: objects with a part in each thread, sums over all
 * threads, the split of indices among threads. */
#ifndef NPB_PARTS_H
#define NPB_PARTS_H

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>

#define NPB_PARTS THREADS
#define NPB_PART MYTHREAD
#define NPB_OWN /* static data that each thread has for itself: all are */

/* The part of `thread` in an object that upc_all_alloc(THREADS, bytes) made. */
static inline shared void *npb_part(shared void *object, int thread) {
  return (shared char *)object + thread;
}

/* The caller's own part, by a pointer to private. */
static inline void *npb_own(shared void *object) { return (void *)npb_part(object, MYTHREAD); }

/* Collective: allocates an object with a part of `bytes` bytes in each thread. Ends the job if
 * memory is missing. */
static inline shared void *npb_parts(size_t bytes) {
  shared void *object = upc_all_alloc(THREADS, bytes);
  if (object == NULL) {
    if (MYTHREAD == 0)
      fprintf(stderr, "no shared memory for %zu bytes a thread; try upcrun -shared-heap\n", bytes);
    upc_global_exit(2);
  }
  return object;
}

/* First of the n indices of `thread`; n if `thread` is THREADS. */
static inline size_t npb_first(size_t n, int thread) {
  return n * (size_t)thread / (size_t)THREADS;
}

/* Zeroed private memory. Ends the job if there is none. */
static inline void *npb_memory(size_t bytes) {
  void *p = calloc(bytes > 0 ? bytes : 1, 1);
  if (p == NULL) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    upc_global_exit(2);
  }
  return p;
}

static inline void npb_barrier(void) { upc_barrier; }

/* Collective: the sum of all threads' values, bit-identical on all threads. */
static inline double npb_sum(double value) {
  static shared double part[THREADS];
  static shared void *all;
  if (all == NULL)
    all = npb_parts(THREADS * sizeof(double));
  part[MYTHREAD] = value;
  upc_all_gather_all(all, part, sizeof value, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  const double *values = npb_own(all);
  double sum = 0;
  for (int t = 0; t < THREADS; t++)
    sum += values[t];
  return sum;
}

#endif
