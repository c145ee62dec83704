/* SPDX-License-Identifier: Apache-2.0 */
/* Batches of lines of the grid, for SP and BT: copied side by side, solved together and copied
 * back. */
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

/* Copies a batch of `count` neighbouring lines from a grid; the other lanes repeat the last line.
 * The first line has field 0 of point i at from[i] + at; lines are `next` apart. */
static inline void adi_load(double (*restrict to)[CFD_N][ADI_LANES], double *const *restrict from,
                            size_t at, size_t next, int count) {
  for (int m = 0; m < 5; m++, at += CFD_N)
    for (int i = 0; i < CFD_N; i++) {
      const double *restrict point = from[i] + at;
      for (int l = 0; l < ADI_LANES; l++)
        to[m][i][l] = point[(l < count ? l : count - 1) * next];
    }
}

static inline void adi_store(double *const *restrict to, size_t at,
                             double (*restrict from)[CFD_N][ADI_LANES], size_t next, int count) {
  for (int m = 0; m < 5; m++, at += CFD_N)
    for (int i = 1; i < CFD_N - 1; i++) {
      double *restrict point = to[i] + at;
      for (int l = 0; l < count; l++)
        point[l * next] = from[m][i][l];
    }
}

/* Solves CFD_INNER neighbouring lines; the first has field 0 of point i at r[i] + at. u is their
 * state. */
static inline void adi_solve(const struct adi_hooks *hooks, struct cfd_direction way,
                             double *const *r, double *const *u, size_t at, size_t next) {
  for (int first = 0; first < CFD_INNER; first += ADI_LANES, at += ADI_LANES * next) {
    int some = CFD_INNER - first < ADI_LANES ? CFD_INNER - first : ADI_LANES;
    adi_load(adi_batch.u, u, at, next, some);
    adi_load(adi_batch.r, r, at, next, some);
    hooks->solve(&adi_batch, way);
    adi_store(r, at, adi_batch.r, next, some);
  }
}

/* The points of a line that are `step` apart. */
static inline void adi_points(double *point[CFD_N], double *first, size_t step) {
  for (int i = 0; i < CFD_N; i++)
    point[i] = first + i * step;
}

/* Solves the lines along x, then those along y, of an own plane. */
static inline void adi_plane(const struct adi_hooks *hooks, int z) {
  double *r = slab.right + cfd_here(z, 0), *u = slab.state + cfd_here(z, 0);
  double *rs[CFD_N], *us[CFD_N];
  for (int y = 1; y < CFD_N - 1 && hooks->before != NULL; y++)
    hooks->before(r + y * CFD_LINE, u + y * CFD_LINE);
  adi_points(rs, r, 1);
  adi_points(us, u, 1);
  adi_solve(hooks, CFD_X, rs, us, CFD_LINE, CFD_LINE);
  adi_points(rs, r, CFD_LINE);
  adi_points(us, u, CFD_LINE);
  adi_solve(hooks, CFD_Y, rs, us, 1, 1);
}

/* Solves the lines along z of a row and adds the solution to the state: in plane z both are at
 * r[z] + at and u[z] + at. */
static inline void adi_row(const struct adi_hooks *hooks, double *const *r, double *const *u,
                           size_t at) {
  adi_solve(hooks, CFD_Z, r, u, at + 1, 1);
  for (int z = 1; z < CFD_N - 1; z++) {
    double *restrict right = r[z] + at, *restrict state = u[z] + at;
    if (hooks->after != NULL)
      hooks->after(right, state);
    for (size_t i = 0; i < CFD_LINE; i++)
      state[i] += right[i];
  }
}

#endif
