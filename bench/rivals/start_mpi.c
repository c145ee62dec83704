/* SPDX-License-Identifier: Apache-2.0 */
/* Starts and ends; the driver times the whole command. Prints the memory per process. */
#include <mpi.h>

#include "pss.h"

int main(int argc, char **argv) {
  int rank, size;
  long mine, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  mine = pss_kib();
  MPI_Reduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    pss_print(sum, size);
  MPI_Finalize();
}
