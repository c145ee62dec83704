/* SPDX-License-Identifier: Apache-2.0 */
/* The grid of SP, BT and LU in parts. A part is a slab of inner planes along z; the state also has
 * two ghost planes on either side. A slab may have no plane.
 *
 * For UPC, MPI and OpenMP. The including file defines NPB_PARTS, the caller's NPB_PART,
 * npb_first(), npb_sum() and npb_memory(). */
#ifndef NPB_CFD_GRID_H
#define NPB_CFD_GRID_H

#include "cfd.h"

#define CFD_PLANE (CFD_N * CFD_LINE)
#define CFD_INNER (CFD_N - 2) /* inner points a side */

/* Elements of the largest slab, with its ghosts. */
#define CFD_ELEMENTS (((CFD_INNER + (size_t)NPB_PARTS - 1) / NPB_PARTS + 4) * CFD_PLANE)

/* Grids of this part, all [planes + 4][CFD_N] lines; local plane 2 is the first own one. */
static struct {
  int first, last; /* own planes are first to last - 1 */
  double *state, *right;
  double *derived; /* of the state: cfd_derive() */
  double *forcing;
} slab;

/* First inner index, of planes or rows, of a part; for NPB_PARTS the end of the last part. */
static inline int cfd_first(int part) { return 1 + (int)npb_first(CFD_INNER, part); }

/* The part that has an inner plane or row. */
static inline int cfd_owner(int index) {
  int t = (int)((size_t)(index - 1) * NPB_PARTS / CFD_INNER);
  while (cfd_first(t + 1) <= index)
    t++;
  return t;
}

/* The offset of line (z, y) in the grids of a part. */
static inline size_t cfd_at(int part, int z, int y) {
  return (size_t)(z - cfd_first(part) + 2) * CFD_PLANE + (size_t)y * CFD_LINE;
}

static inline size_t cfd_here(int z, int y) { return cfd_at(NPB_PART, z, y); }

/* Zeroed private memory. Ends the job if there is none. */
static inline double *cfd_zeros(size_t elements) { return npb_memory(elements * sizeof(double)); }

/* Sets all lines of the state that are in the cube. */
static inline void cfd_set_state(void (*set)(double *, int, int)) {
  for (int z = slab.first - 2; z < slab.last + 2; z++)
    if (z >= 0 && z < CFD_N)
      for (int y = 0; y < CFD_N; y++)
        set(slab.state + cfd_here(z, y), z, y);
}

static inline void cfd_derive_plane(int z) {
  for (int y = 0; y < CFD_N; y++)
    cfd_derive(slab.derived + cfd_here(z, y), slab.state + cfd_here(z, y));
}

/* Plane z of right = scale * (forcing + the steady equations of the state). The derived values must
 * be valid in this plane and two on either side. */
static inline void cfd_right_plane(int z, double scale) {
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

/* The right-hand side of all own planes; the ghosts of the state must be valid. */
static inline void cfd_right_side(double scale) {
  for (int z = slab.first - 1; z <= slab.last; z++)
    cfd_derive_plane(z);
  for (int z = slab.first; z < slab.last; z++)
    cfd_right_plane(z, scale);
}

/* Makes the grids on the zeroed memory of `state` and `right`, and the forcing term. */
static inline void cfd_make_grids(double *state, double *right) {
  slab.first = cfd_first(NPB_PART);
  slab.last = cfd_first(NPB_PART + 1);
  slab.state = state;
  slab.right = right;
  slab.derived = cfd_zeros(CFD_ELEMENTS);
  slab.forcing = cfd_zeros(CFD_ELEMENTS);
  cfd_set_state(cfd_exact_line);
  cfd_right_side(-1);
  memcpy(slab.forcing, slab.right, CFD_ELEMENTS * sizeof(double));
}

/* state += factor * right in lines first to last - 1 of a plane */
static inline void cfd_add_rows(int z, int first, int last, double factor) {
  double *restrict state = slab.state + cfd_here(z, first);
  const double *restrict right = slab.right + cfd_here(z, first);
  for (size_t i = 0; i < (last - first) * CFD_LINE; i++)
    state[i] += factor * right[i];
}

static inline void cfd_add_plane(int z, double factor) { cfd_add_rows(z, 0, CFD_N, factor); }

static inline void cfd_add(double factor) {
  for (int z = slab.first; z < slab.last; z++)
    cfd_add_plane(z, factor);
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
