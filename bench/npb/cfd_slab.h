/* SPDX-License-Identifier: Apache-2.0 */
/* The grid of SP, BT and LU among threads: each has a slab of inner planes along z and, of the
 * state, two ghost planes on either side. A thread may have no plane. */
#ifndef NPB_CFD_SLAB_H
#define NPB_CFD_SLAB_H

#include <upc_nb.h>

#include "cfd.h"
#include "parts.h"

#define CFD_PLANE (CFD_N * CFD_LINE)
#define CFD_INNER (CFD_N - 2) /* inner points a side */

/* Grids of this thread, all [planes + 4][CFD_N] lines; local plane 2 is the first own one. */
static struct {
  int first, last;       /* own planes are first to last - 1 */
  shared void *u, *r;    /* parts of all threads: state, right-hand side */
  double *state, *right; /* own parts of them */
  double *derived;       /* of the state: cfd_derive() */
  double *forcing;
} slab;

/* First inner index of a thread, of planes or rows; of THREADS the last boundary. */
static inline int cfd_first(int thread) { return 1 + (int)npb_first(CFD_INNER, thread); }

/* The thread that has an inner plane or row. */
static inline int cfd_owner(int index) {
  int t = (int)((size_t)(index - 1) * THREADS / CFD_INNER);
  while (cfd_first(t + 1) <= index)
    t++;
  return t;
}

/* Where line (z, y) is in the grids of a thread. */
static inline size_t cfd_at(int thread, int z, int y) {
  return (size_t)(z - cfd_first(thread) + 2) * CFD_PLANE + (size_t)y * CFD_LINE;
}

static inline size_t cfd_here(int z, int y) { return cfd_at(MYTHREAD, z, y); }

/* Zeroed private memory. Ends the job without it. */
static inline double *cfd_zeros(size_t elements) {
  double *data = calloc(elements, sizeof *data);
  if (data == NULL) {
    fprintf(stderr, "no memory for %zu numbers\n", elements);
    upc_global_exit(2);
  }
  return data;
}

/* Sets all lines of the state that are in the cube. */
static inline void cfd_set_state(void (*set)(double *, int, int)) {
  for (int z = slab.first - 2; z < slab.last + 2; z++)
    if (z >= 0 && z < CFD_N)
      for (int y = 0; y < CFD_N; y++)
        set(slab.state + cfd_here(z, y), z, y);
}

static inline void cfd_derive_all(void) {
  for (int z = slab.first - 1; z <= slab.last; z++)
    for (int y = 0; y < CFD_N; y++)
      cfd_derive(slab.derived + cfd_here(z, y), slab.state + cfd_here(z, y));
}

/* right = scale * (forcing + the steady equations of the state); the ghosts are right. */
static inline void cfd_right_side(double scale) {
  cfd_derive_all();
  for (int z = slab.first; z < slab.last; z++)
    for (int y = 1; y < CFD_N - 1; y++) {
      size_t at = cfd_here(z, y);
      double *r = slab.right + at;
      memcpy(r, slab.forcing + at, CFD_LINE * sizeof *r);
      cfd_steady(r, slab.state + at, slab.derived + at, CFD_PLANE, z, y);
      for (size_t i = 0; i < CFD_LINE; i++)
        r[i] *= scale;
      for (int m = 0; m < 5; m++)
        r[m * CFD_N] = r[m * CFD_N + CFD_N - 1] = 0;
    }
}

/* Collective: makes the grids and the forcing term. */
static inline void cfd_make(void) {
  size_t elements = ((CFD_INNER + THREADS - 1) / THREADS + 4) * CFD_PLANE;
  slab.first = cfd_first(MYTHREAD);
  slab.last = cfd_first(MYTHREAD + 1);
  slab.u = npb_parts(elements * sizeof(double));
  slab.r = npb_parts(elements * sizeof(double));
  slab.state = npb_own(slab.u);
  slab.right = npb_own(slab.r);
  memset(slab.state, 0, elements * sizeof(double));
  memset(slab.right, 0, elements * sizeof(double));
  slab.derived = cfd_zeros(elements);
  slab.forcing = cfd_zeros(elements);
  cfd_set_state(cfd_exact_line);
  cfd_right_side(-1);
  memcpy(slab.forcing, slab.right, elements * sizeof(double));
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
      shared[] double *from = npb_part(slab.u, owner);
      got[n++] = upc_memget_nb(slab.state + cfd_here(ghosts[i], 0),
                               from + cfd_at(owner, ghosts[i], 0), CFD_PLANE * sizeof(double));
    }
  while (n > 0)
    upc_sync(got[--n]);
}

/* state += factor * right */
static inline void cfd_add(double factor) {
  size_t last = cfd_here(slab.last, 0);
  for (size_t i = cfd_here(slab.first, 0); i < last; i++)
    slab.state[i] += factor * slab.right[i];
}

/* Collective: the root mean square of each field over the inner points: of the state's error, or of
 * the right-hand side. */
static inline void cfd_norm(double norm[5], bool error) {
  double sum[5] = {0}, exact[CFD_LINE];
  for (int z = slab.first; z < slab.last; z++)
    for (int y = 1; y < CFD_N - 1; y++) {
      cfd_exact_line(exact, z, y);
      cfd_squares(sum, (error ? slab.state : slab.right) + cfd_here(z, y), error ? exact : NULL);
    }
  for (int m = 0; m < 5; m++)
    norm[m] = sqrt(npb_sum(sum[m]) / ((double)CFD_INNER * CFD_INNER * CFD_INNER));
}

#endif
