/* SPDX-License-Identifier: Apache-2.0 */
/* What the forms in MPI share: rank and size, the split of indices among ranks, sums. */
#ifndef NPB_MPI_PARTS_H
#define NPB_MPI_PARTS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

#define NPB_PARTS ranks
#define NPB_PART rank
#define NPB_OWN /* static data that each rank has for itself: all are */

static inline void npb_start(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

/* First of the n indices that rank r has; those of `ranks` are n. */
static inline size_t npb_first(size_t n, int r) { return n * (size_t)r / (size_t)ranks; }

/* The sum of every rank's value. Collective. */
static inline double npb_sum(double value) {
  double sum;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

static inline void npb_barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

/* Memory of zeros. Ends the job without it. */
static inline void *npb_memory(size_t bytes) {
  void *p = calloc(bytes > 0 ? bytes : 1, 1);
  if (p == NULL) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  return p;
}

/* Rank 0's status becomes that of all. Collective. */
static inline int npb_finish(int status) {
  MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}

#endif
