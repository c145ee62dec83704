/* SPDX-License-Identifier: Apache-2.0 */
/* The sparse product in MPI: MPI_Allgather of the vector, then each process multiplies its rows. */
#include <mpi.h>

#include "sparse.h"

static double x[N], y[N], all[N];

int main(int argc, char **argv) {
  static struct measure m = {"sparse", 0};
  int rank, ranks, status = 0;
  long wrong = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int count = N / ranks, first = rank * count;
  struct rows own = sparse_rows(first, count);
  for (int i = 0; i < count; i++)
    x[i] = sparse_x(first + i);
  for (int round = app_rounds(); round > 0; round--) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_ns();
    MPI_Allgather(x, count, MPI_DOUBLE, all, count, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
      y[i] = 0;
      for (int k = own.start[i]; k < own.start[i + 1]; k++)
        y[i] += own.value[k] * all[own.column[k]];
    }
    MPI_Barrier(MPI_COMM_WORLD);
    measure_add(&m, start, own.start[count] * (long)ranks);
  }
  for (int i = 0; i < count; i++)
    wrong += y[i] != sparse_expected(first + i);
  MPI_Reduce(&wrong, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    status = app_end(&m, sum);
  MPI_Finalize();
  return status;
}
