/* SPDX-License-Identifier: Apache-2.0 */
/* SP, BT and LU in OpenMP: one grid, whose planes and rows are divided among the threads. */
#ifndef NPB_CFD_OPENMP_H
#define NPB_CFD_OPENMP_H

#include "openmp_parts.h"

#include "cfd_grid.h"

static inline void cfd_make(void) {
  double *state = cfd_zeros(CFD_ELEMENTS);
  cfd_make_grids(state, cfd_zeros(CFD_ELEMENTS));
}

/* In a parallel region: the right-hand side of all planes. */
static inline void cfd_right_side_shared(double scale) {
#pragma omp for schedule(static)
  for (int z = slab.first - 1; z <= slab.last; z++)
    cfd_derive_plane(z);
#pragma omp for schedule(static)
  for (int z = slab.first; z < slab.last; z++)
    cfd_right_plane(z, scale);
}

#endif
