/* SPDX-License-Identifier: Apache-2.0 */
/* The six relocalisation collectives of UPC as calls of MPI, for the collectives' rivals.
 *
 * Each process has blocks of n bytes in `from` and gets blocks in `to`, as UPC 7.4 says of a
 * thread's share; the root is process 0, and permute hands each block to the next process. */
#ifndef RELOCALISE_MPI_H
#define RELOCALISE_MPI_H

#include <mpi.h>

/* In the order of measure.h's and cases.h's `operations`. */
enum relocalisation {
  RELOCALISE_BROADCAST,
  RELOCALISE_SCATTER,
  RELOCALISE_GATHER,
  RELOCALISE_GATHER_ALL,
  RELOCALISE_EXCHANGE,
  RELOCALISE_PERMUTE
};

static void relocalise(enum relocalisation operation, char *from, char *to, int n, int me,
                       int processes) {
  switch (operation) {
  case RELOCALISE_BROADCAST:
    MPI_Bcast(me == 0 ? from : to, n, MPI_BYTE, 0, MPI_COMM_WORLD);
    break;
  case RELOCALISE_SCATTER:
    MPI_Scatter(from, n, MPI_BYTE, to, n, MPI_BYTE, 0, MPI_COMM_WORLD);
    break;
  case RELOCALISE_GATHER:
    MPI_Gather(from, n, MPI_BYTE, to, n, MPI_BYTE, 0, MPI_COMM_WORLD);
    break;
  case RELOCALISE_GATHER_ALL:
    MPI_Allgather(from, n, MPI_BYTE, to, n, MPI_BYTE, MPI_COMM_WORLD);
    break;
  case RELOCALISE_EXCHANGE:
    MPI_Alltoall(from, n, MPI_BYTE, to, n, MPI_BYTE, MPI_COMM_WORLD);
    break;
  case RELOCALISE_PERMUTE:
    MPI_Sendrecv(from, n, MPI_BYTE, (me + 1) % processes, 0, to, n, MPI_BYTE,
                 (me + processes - 1) % processes, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

#endif
