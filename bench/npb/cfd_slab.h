/* SPDX-License-Identifier: Apache-2.0 */
/* The grid of SP, BT and LU among threads: a slab of cfd_grid.h for each. */
#ifndef NPB_CFD_SLAB_H
#define NPB_CFD_SLAB_H

#include <upc_nb.h>

#include "parts.h"

#include "cfd_grid.h"

static shared void *cfd_state, *cfd_right; /* slabs of all threads */

/* A slab for each thread, zeroed. */
static inline shared void *cfd_parts(void) {
  shared void *all = npb_parts(CFD_ELEMENTS * sizeof(double));
  memset(npb_own(all), 0, CFD_ELEMENTS * sizeof(double));
  return all;
}

/* Collective: makes the grids and the forcing term. */
static inline void cfd_make(void) {
  cfd_state = cfd_parts();
  cfd_right = cfd_parts();
  cfd_make_grids(npb_own(cfd_state), npb_own(cfd_right));
}

/* Collective: gets the ghost planes of the state. Those on the boundary never change. The owners
 * may change their planes after the next barrier. */
static inline void cfd_exchange(void) {
  const int ghosts[4] = {slab.first - 2, slab.first - 1, slab.last, slab.last + 1};
  upc_handle_t got[4];
  int n = 0;
  upc_barrier;
  for (int i = 0; i < 4 && slab.first < slab.last; i++)
    if (ghosts[i] > 0 && ghosts[i] < CFD_N - 1) {
      int owner = cfd_owner(ghosts[i]);
      shared[] double *from = npb_part(cfd_state, owner);
      got[n++] = upc_memget_nb(slab.state + cfd_here(ghosts[i], 0),
                               from + cfd_at(owner, ghosts[i], 0), CFD_PLANE * sizeof(double));
    }
  while (n > 0)
    upc_sync(got[--n]);
}

#endif
