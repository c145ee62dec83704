/* SPDX-License-Identifier: Apache-2.0 */
/* The transpositions of cfd_adi.h among ranks. */
#ifndef NPB_CFD_TRANSPOSE_MPI_H
#define NPB_CFD_TRANSPOSE_MPI_H

#include "cfd_slab_mpi.h"

#include "cfd_adi.h"

static MPI_Request *adi_under_way; /* two for each rank */

static bool adi_access(int r, double **state, double **right) {
  *state = slab.state;
  *right = slab.right;
  return r == rank;
}

static void adi_make(void) {
  adi_make_rows(cfd_zeros(ADI_ELEMENTS));
  adi_under_way = npb_memory(2 * (size_t)ranks * sizeof(MPI_Request));
}

/* `planes` pieces of `some` elements in a slab of planes. */
static MPI_Datatype adi_pieces(int planes, size_t some) {
  MPI_Datatype pieces;
  MPI_Type_vector(planes, (int)some, CFD_PLANE, MPI_DOUBLE, &pieces);
  MPI_Type_commit(&pieces);
  return pieces;
}

/* Datatypes of a rank's rows in this rank's planes, and of its planes in this rank's rows; `planes`
 * planes of `some` elements. */
static double *adi_in_planes(int r) { return slab.right + cfd_here(slab.first, cfd_first(r)); }
static double *adi_in_rows(int r) {
  return rows.right + (size_t)cfd_first(r) * rows.rows * CFD_LINE;
}

static void adi_transpose(int to_rows) {
  int n = 0;
  size_t mine = rows.rows * CFD_LINE;
  for (int i = 1; i < ranks; i++) {
    int r = (rank + i) % ranks, line = adi_rows(r) * (int)mine;
    MPI_Datatype pieces = adi_pieces(slab.last - slab.first, adi_rows(r) * CFD_LINE);
    if (to_rows) {
      MPI_Irecv(adi_in_rows(r), line, MPI_DOUBLE, r, 0, MPI_COMM_WORLD, &adi_under_way[n++]);
      MPI_Isend(adi_in_planes(r), 1, pieces, r, 0, MPI_COMM_WORLD, &adi_under_way[n++]);
    } else {
      MPI_Irecv(adi_in_planes(r), 1, pieces, r, 1, MPI_COMM_WORLD, &adi_under_way[n++]);
      MPI_Isend(adi_in_rows(r), line, MPI_DOUBLE, r, 1, MPI_COMM_WORLD, &adi_under_way[n++]);
    }
    MPI_Type_free(&pieces);
  }
  MPI_Waitall(n, adi_under_way, MPI_STATUSES_IGNORE);
}

static void adi_to_rows(void) { adi_transpose(1); }
static void adi_to_planes(void) { adi_transpose(0); }

#endif
