/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of the grid in batches, for SP and BT: they are copied side by side, solved together and
 * copied back. */
#ifndef NPB_CFD_LINES_H
#define NPB_CFD_LINES_H

#include "cfd_grid.h"

#define ADI_LANES 8 /* lines that are solved together */

/* Some lines along a direction, side by side so that they vectorise. */
struct adi_lines {
  double u[5][CFD_N][ADI_LANES]; /* state */
  double r[5][CFD_N][ADI_LANES]; /* right-hand side; the solution */
};

struct adi_hooks {
  void (*before)(double *r,
                 const double *u); /* changes lines of the right-hand side; may be NULL */
  void (*solve)(struct adi_lines *, struct cfd_direction);
  void (*after)(double *r, const double *u); /* changes lines of the solution; may be NULL */
};

static NPB_OWN struct adi_lines adi_batch;

/* Copies a batch of `count` lines from a grid; the other lanes repeat the last line. Points of a
 * line are `step` apart, lines `next`. */
static inline void adi_load(double (*restrict to)[CFD_N][ADI_LANES], const double *restrict from,
                            size_t step, size_t next, int count) {
  for (int m = 0; m < 5; m++, from += CFD_N)
    for (int i = 0; i < CFD_N; i++)
      for (int l = 0; l < ADI_LANES; l++)
        to[m][i][l] = from[i * step + (l < count ? l : count - 1) * next];
}

static inline void adi_store(double *restrict to, double (*restrict from)[CFD_N][ADI_LANES],
                             size_t step, size_t next, int count) {
  for (int m = 0; m < 5; m++, to += CFD_N)
    for (int i = 1; i < CFD_N - 1; i++)
      for (int l = 0; l < count; l++)
        to[i * step + l * next] = from[m][i][l];
}

/* Solves `count` neighbouring lines that begin at r; u is their state. */
static inline void adi_solve(const struct adi_hooks *hooks, struct cfd_direction way, double *r,
                             const double *u, size_t step, size_t next, int count) {
  for (int first = 0; first < count; first += ADI_LANES) {
    int some = count - first < ADI_LANES ? count - first : ADI_LANES;
    adi_load(adi_batch.u, u + first * next, step, next, some);
    adi_load(adi_batch.r, r + first * next, step, next, some);
    hooks->solve(&adi_batch, way);
    adi_store(r + first * next, adi_batch.r, step, next, some);
  }
}

/* Solves the lines along x, then those along y, of an own plane. */
static inline void adi_plane(const struct adi_hooks *hooks, int z) {
  double *r = slab.right + cfd_here(z, 0);
  const double *u = slab.state + cfd_here(z, 0);
  for (int y = 1; y < CFD_N - 1 && hooks->before != NULL; y++)
    hooks->before(r + y * CFD_LINE, u + y * CFD_LINE);
  adi_solve(hooks, CFD_X, r + CFD_LINE, u + CFD_LINE, 1, CFD_LINE, CFD_INNER);
  adi_solve(hooks, CFD_Y, r + 1, u + 1, CFD_LINE, 1, CFD_INNER);
}

/* Solves the lines along z of a row and adds the solution to the state. Both begin at plane 0;
 * planes are `plane` elements apart. */
static inline void adi_row(const struct adi_hooks *hooks, double *r, double *u, size_t plane) {
  adi_solve(hooks, CFD_Z, r + 1, u + 1, plane, 1, CFD_INNER);
  for (int z = 1; z < CFD_N - 1; z++) {
    if (hooks->after != NULL)
      hooks->after(r + z * plane, u + z * plane);
    for (size_t i = 0; i < CFD_LINE; i++)
      u[z * plane + i] += r[z * plane + i];
  }
}

#endif
