/* The barrier of MPI: mpicc.openmpi or mpicc.mpich -O2; mpirun -n 2 --bind-to core. The argument names the library. */
#include <mpi.h>

#include "measure.h"

enum { BARRIERS = 300 };

int main(int argc, char **argv) {
  static struct measure m;
  char name[64];
  int rounds = measure_rounds(), rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(name, sizeof name, "barrier_%s", argc > 1 ? argv[1] : "mpi");
  m.name = name;
  m.n = size;
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
