/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_Barrier. */
#include <mpi.h>

#include "measure.h"

enum { BARRIERS = 300 };

int main(int argc, char **argv) {
  static struct measure m = {"barrier"};
  int rounds = measure_rounds(), rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < rounds; round++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_ns();
    for (int i = 0; i < BARRIERS; i++)
      MPI_Barrier(MPI_COMM_WORLD);
    measure_add(&m, start, BARRIERS);
  }
  if (rank == 0)
    measure_print(&m);
  MPI_Finalize();
}
