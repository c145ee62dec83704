/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the forms in MPI: rank and size, the split of indices among ranks, sums. */
#ifndef NPB_MPI_PARTS_H
#define NPB_MPI_PARTS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

#define NPB_PARTS ranks
#define NPB_PART rank
#define NPB_OWN /* private static data; every process has its own anyway */

static inline void npb_start(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

/* First of the n indices of rank r; n if r is `ranks`. */
static inline size_t npb_first(size_t n, int r) { return n * (size_t)r / (size_t)ranks; }

/* Collective: the sum of all ranks' values. */
static inline double npb_sum(double value) {
  double sum;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

static inline void npb_barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

/* Zeroed memory. Ends the job if there is none. */
static inline void *npb_memory(size_t bytes) {
  void *p = calloc(bytes > 0 ? bytes : 1, 1);
  if (p == NULL) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  return p;
}

/* Collective: broadcasts rank 0's status. */
static inline int npb_finish(int status) {
  MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}

#endif
