/* MPI between nodes, UPC within each: a rank of MPI is a UPC job, whose thread 0 calls MPI.
 * Computes pi by the midpoint rule with all threads of all ranks. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

enum { INTERVALS = 1 << 20 };

shared double part[THREADS], sum;
shared int rank, size;

int main(int argc, char **argv) {
  if (MYTHREAD == 0) {
    int r, s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    MPI_Comm_size(MPI_COMM_WORLD, &s);
    rank = r, size = s;
  }
  upc_barrier;

  double mine = 0, width = 1.0 / INTERVALS;
  for (int i = rank * THREADS + MYTHREAD; i < INTERVALS; i += size * THREADS) {
    double x = (i + 0.5) * width;
    mine += 4 / (1 + x * x);
  }
  part[MYTHREAD] = mine * width;
  upc_all_reduceD(&sum, part, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);

  int status = 0;
  if (MYTHREAD == 0) {
    double of_rank = sum, pi;
    MPI_Allreduce(&of_rank, &pi, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
      printf("pi %.9f by %d ranks of %d threads\n", pi, size, THREADS);
    status = fabs(pi - acos(-1)) > 1e-9;
    MPI_Finalize();
  }
  return status;
}
