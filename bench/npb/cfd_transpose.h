/* SPDX-License-Identifier: Apache-2.0 */
/* The transpositions of cfd_adi.h among threads. */
#ifndef NPB_CFD_TRANSPOSE_H
#define NPB_CFD_TRANSPOSE_H

#include <upc_castable.h>

#include "cfd_slab.h"

#include "cfd_adi.h"

static shared void *adi_right; /* slabs of rows of all threads */

static bool adi_access(int thread, double **state, double **right) {
  *state = upc_cast(npb_part(cfd_state, thread));
  *right = upc_cast(npb_part(cfd_right, thread));
  return *state != NULL && *right != NULL;
}

static void adi_make(void) {
  adi_right = npb_parts(ADI_ELEMENTS * sizeof(double));
  memset(npb_own(adi_right), 0, ADI_ELEMENTS * sizeof(double));
  adi_make_rows(npb_own(adi_right));
}

static void adi_to_rows(void) {
  for (int i = 1; i < THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    size_t some = adi_rows(t) * CFD_LINE;
    shared[] double *to = npb_part(adi_right, t);
    for (int z = slab.first; z < slab.last && some > 0 && !adi_is_near(t); z++)
      upc_memput_nbi(to + z * some, slab.right + cfd_here(z, cfd_first(t)), some * sizeof(double));
  }
  upc_synci();
  upc_barrier;
}

static void adi_to_planes(void) {
  size_t some = rows.rows * CFD_LINE;
  for (int i = 1; i < THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    shared[] double *to = npb_part(cfd_right, t);
    for (int z = cfd_first(t); z < cfd_first(t + 1) && some > 0 && !adi_is_near(t); z++)
      upc_memput_nbi(to + cfd_at(t, z, rows.first), rows.right + z * some, some * sizeof(double));
  }
  upc_synci();
  upc_barrier;
}

#endif
