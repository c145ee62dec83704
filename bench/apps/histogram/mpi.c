/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram in MPI: counts of each process, added up by MPI_Reduce. */
#include <mpi.h>

#include "histogram.h"

static int data[N];

int main(int argc, char **argv) {
  static struct measure m = {"histogram", 0};
  long part[BINS], count[BINS];
  int rank, ranks, status = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (long i = rank, own = 0; i < N; i += ranks)
    data[own++] = histogram_value(i);
  for (int round = app_rounds(); round > 0; round--) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_ns();
    memset(part, 0, sizeof part);
    for (long i = 0; i < N / ranks; i++)
      part[data[i]]++;
    MPI_Reduce(part, count, BINS, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    measure_add(&m, start, N);
  }
  if (rank == 0)
    status = app_end(&m, histogram_wrong(count));
  MPI_Finalize();
  return status;
}
