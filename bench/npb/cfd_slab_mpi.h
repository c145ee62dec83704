/* SPDX-License-Identifier: Apache-2.0 */
/* The grid of SP, BT and LU among ranks: a slab of cfd_grid.h for each. */
#ifndef NPB_CFD_SLAB_MPI_H
#define NPB_CFD_SLAB_MPI_H

#include "mpi_parts.h"

#include "cfd_grid.h"

/* Makes the grids and the forcing term. */
static inline void cfd_make(void) {
  double *state = cfd_zeros(CFD_ELEMENTS);
  cfd_make_grids(state, cfd_zeros(CFD_ELEMENTS));
}

/* Lists the inner planes that are ghosts of a rank; returns their number. */
static inline int cfd_ghosts(int r, int planes[4]) {
  const int first = cfd_first(r), last = cfd_first(r + 1);
  const int around[4] = {first - 2, first - 1, last, last + 1};
  int n = 0;
  for (int i = 0; i < 4 && first < last; i++)
    if (around[i] > 0 && around[i] < CFD_N - 1)
      planes[n++] = around[i];
  return n;
}

/* Collective: gets the ghost planes of the state. Those on the boundary never change. */
static inline void cfd_exchange(void) {
  MPI_Request got[4], sent[16];
  int ghosts[4], n = cfd_ghosts(rank, ghosts), m = 0;
  for (int i = 0; i < n; i++)
    MPI_Irecv(slab.state + cfd_here(ghosts[i], 0), CFD_PLANE, MPI_DOUBLE, cfd_owner(ghosts[i]),
              ghosts[i], MPI_COMM_WORLD, &got[i]);
  for (int r = 0; r < ranks; r++) {
    int planes[4], some = r == rank ? 0 : cfd_ghosts(r, planes);
    for (int i = 0; i < some; i++)
      if (planes[i] >= slab.first && planes[i] < slab.last)
        MPI_Isend(slab.state + cfd_here(planes[i], 0), CFD_PLANE, MPI_DOUBLE, r, planes[i],
                  MPI_COMM_WORLD, &sent[m++]);
  }
  MPI_Waitall(n, got, MPI_STATUSES_IGNORE);
  MPI_Waitall(m, sent, MPI_STATUSES_IGNORE);
}

#endif
