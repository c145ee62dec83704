/* SPDX-License-Identifier: Apache-2.0 */
/* LU in slabs of planes: a sweep over a strip of lines in some planes, after the preceding
 * neighbours; the surface integral. */
#ifndef NPB_LU_SLAB_H
#define NPB_LU_SLAB_H

#include "cfd_grid.h"
#include "lu.h"

#define LU_STRIP 4 /* lines of a strip */
#define LU_STRIPS ((CFD_INNER + LU_STRIP - 1) / LU_STRIP)

/* Lines of a strip: first to last - 1. */
static inline int lu_first(int strip) { return 1 + strip * LU_STRIP; }
static inline int lu_last(int strip) {
  return strip == LU_STRIPS - 1 ? CFD_N - 1 : lu_first(strip + 1);
}

/* The sweep up, and down, over a strip of lines of planes first to last - 1. */
static inline void lu_strip_up(int strip, int first, int last) {
  for (int z = first; z < last; z++)
    for (int y = lu_first(strip); y < lu_last(strip); y++) {
      size_t at = cfd_here(z, y);
      lu_up(slab.state + at, slab.derived + at, slab.right + at);
    }
}

static inline void lu_strip_down(int strip, int first, int last) {
  for (int z = last - 1; z >= first; z--)
    for (int y = lu_last(strip) - 1; y >= lu_first(strip); y--) {
      size_t at = cfd_here(z, y);
      lu_down(slab.state + at, slab.derived + at, slab.right + at);
    }
}

/* Scales the right-hand side of a plane to a time step's. */
static inline void lu_scale_plane(int z) {
  double *r = slab.right + cfd_here(z, 0);
  for (size_t i = 0; i < CFD_PLANE; i++)
    r[i] *= CFD_DT;
}

/* The factor with which a step adds the solution to the state. */
#define LU_FACTOR (1 / (LU_OMEGA * (2 - LU_OMEGA)))

/* The pressure at four corners of a square: x and x + dx in two lines. */
static inline double lu_corners(const double *a, const double *b, int x, int dx) {
  return lu_pressure(a, x) + lu_pressure(a, x + dx) + lu_pressure(b, x) + lu_pressure(b, x + dx);
}

/* Collective: the pressure's integral over the faces of a box inside the cube. Its corners are
 * at 1 and CFD_N - 2 along x, 1 and CFD_N - 3 along y, 2 and CFD_N - 2 along z. */
static inline double lu_integral(void) {
  const int high_x = CFD_N - 2, high_y = CFD_N - 3, low_z = 2, high_z = CFD_N - 2;
  double sum = 0;
  for (int z = slab.first; z < slab.last; z++) {
    const double *u = slab.state + cfd_here(z, 0);
    for (int y = 1; y < high_y && (z == low_z || z == high_z); y++)
      for (int x = 1; x < high_x; x++)
        sum += lu_corners(u + y * CFD_LINE, u + (y + 1) * CFD_LINE, x, 1);
    if (z < low_z || z == high_z)
      continue;
    const double *above = u + CFD_PLANE;
    for (int x = 1; x < high_x; x++)
      sum += lu_corners(u + CFD_LINE, above + CFD_LINE, x, 1) +
             lu_corners(u + high_y * CFD_LINE, above + high_y * CFD_LINE, x, 1);
    for (int y = 1; y < high_y; y++) {
      const double *a = u + y * CFD_LINE, *b = above + y * CFD_LINE;
      sum += lu_corners(a, b, 1, 0) / 2 + lu_corners(a + CFD_LINE, b + CFD_LINE, 1, 0) / 2 +
             lu_corners(a, b, high_x, 0) / 2 +
             lu_corners(a + CFD_LINE, b + CFD_LINE, high_x, 0) / 2;
    }
  }
  return 0.25 * CFD_H * CFD_H * npb_sum(sum);
}

#endif
