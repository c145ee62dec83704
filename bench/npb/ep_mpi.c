/* SPDX-License-Identifier: Apache-2.0 */
/* NPB EP in C with MPI: the batches of ep.upc. */
#include "mpi_parts.h"

#include "ep.h"

int main(int argc, char **argv) {
  npb_start(&argc, &argv);
  npb_barrier();
  double start = npb_seconds(), sums[EP_SUMS] = {0}, total[EP_SUMS];
  for (long batch = rank; batch < EP_BATCHES; batch += ranks)
    ep_add_batch(batch, sums);
  MPI_Reduce(sums, total, EP_SUMS, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  double seconds = npb_seconds() - start;
  return npb_finish(rank == 0 ? ep_end(seconds, total[0], total[1], total + 2, ranks) : 0);
}
