/* SPDX-License-Identifier: Apache-2.0 */
/* MG (RNR-94-007, section 2.4.2): V-cycles for Poisson's equation on a periodic cube.
 *
 * The functions work on slabs: some planes of an n x n x n grid, with a layer of ghost points on
 * all sides; indices are -1 to n. */
#ifndef NPB_MG_H
#define NPB_MG_H

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "report.h"
#include "timer.h"

#if NPB_CLASS == NPB_CLASS_S
#define MG_TOP 5 /* the finest level; level k has 2^k points a side, the coarsest is 1 */
#define MG_CYCLES 4
#define MG_NORM 0.5307707005734e-04
#elif NPB_CLASS == NPB_CLASS_W
#define MG_TOP 7
#define MG_CYCLES 4
#define MG_NORM 0.6467329375339e-05
#elif NPB_CLASS == NPB_CLASS_A
#define MG_TOP 8
#define MG_CYCLES 4
#define MG_NORM 0.2433365309069e-05
#else
#define MG_TOP 8
#define MG_CYCLES 20
#define MG_NORM 0.1800564401355e-05
#endif
#define MG_N (1 << MG_TOP)
#define MG_POINTS ((double)MG_N * MG_N * MG_N)
#define MG_CHARGES 10 /* points of each sign on the right-hand side */

/* Weights of a point, its neighbours across faces, edges and corners. */
struct mg_weights {
  double centre, face, edge, corner;
};
/* Minus the discrete Laplacian, the smoother. */
#define MG_RESIDUAL ((struct mg_weights){8.0 / 3, 0, -1.0 / 6, -1.0 / 12})
#if NPB_CLASS == NPB_CLASS_B
#define MG_SMOOTHER ((struct mg_weights){-3.0 / 17, 1.0 / 33, -1.0 / 61, 0})
#else
#define MG_SMOOTHER ((struct mg_weights){-3.0 / 8, 1.0 / 32, -1.0 / 64, 0})
#endif

/* The offset of a point in a slab. */
static inline size_t mg_at(int n, int z, int y, int x) {
  return ((size_t)(z + 1) * (n + 2) + (y + 1)) * (n + 2) + (x + 1);
}

/* Elements of a slab of so many planes, with the ghosts. */
static inline size_t mg_elements(int n, int planes) {
  return (size_t)(planes + 2) * (n + 2) * (n + 2);
}

/* out = base + the weighted sum of `in` around each point, on planes from `first` to `last` - 1.
 * out may be base. */
static inline void mg_stencil(double *out, const double *base, const double *restrict in, int n,
                              int first, int last, struct mg_weights w) {
  double faces[MG_N + 2], edges[MG_N + 2]; /* across y and z, at each x from -1 to n */
  const size_t line = n + 2, plane = line * line;
  for (int z = first; z < last; z++)
    for (int y = 0; y < n; y++) {
      const double *restrict c = in + mg_at(n, z, y, -1);
      for (int x = 0; x < n + 2; x++) {
        faces[x] = c[x - line] + c[x + line] + c[x - plane] + c[x + plane];
        edges[x] =
            c[x - plane - line] + c[x - plane + line] + c[x + plane - line] + c[x + plane + line];
      }
      const double *b = base + mg_at(n, z, y, -1);
      double *o = out + mg_at(n, z, y, -1);
      for (int x = 1; x <= n; x++)
        o[x] = b[x] + w.centre * c[x] + w.face * (c[x - 1] + c[x + 1] + faces[x]) +
               w.edge * (edges[x] + faces[x - 1] + faces[x + 1]) +
               w.corner * (edges[x - 1] + edges[x + 1]);
    }
}

/* Restricts the fine grid of n points a side: weighted sums around points 2 z + 1, ..., on coarse
 * planes from `first` to `last` - 1. */
static inline void mg_restrict(double *restrict coarse, const double *restrict fine, int n,
                               int first, int last) {
  double faces[MG_N + 2], edges[MG_N + 2];
  const size_t line = n + 2, plane = line * line;
  for (int z = first; z < last; z++)
    for (int y = 0; y < n / 2; y++) {
      const double *restrict c = fine + mg_at(n, 2 * z + 1, 2 * y + 1, -1);
      for (int x = 0; x < n + 2; x++) {
        faces[x] = c[x - line] + c[x + line] + c[x - plane] + c[x + plane];
        edges[x] =
            c[x - plane - line] + c[x - plane + line] + c[x + plane - line] + c[x + plane + line];
      }
      double *restrict o = coarse + mg_at(n / 2, z, y, 0);
      for (int x = 0, f = 2; x < n / 2; x++, f += 2)
        o[x] = 0.5 * c[f] + 0.25 * (c[f - 1] + c[f + 1] + faces[f]) +
               0.125 * (edges[f] + faces[f - 1] + faces[f + 1]) +
               0.0625 * (edges[f - 1] + edges[f + 1]);
    }
}

/* Adds the trilinear interpolation of the coarse grid to fine planes from `first` to `last` - 1 of
 * n points a side, ghosts included: ghosts of the fine grid are valid if those of the coarse grid
 * are. */
static inline void mg_interpolate(double *restrict fine, const double *restrict coarse, int n,
                                  int first, int last) {
  double mean[MG_N / 2 + 2];
  for (int z = first; z < last; z++)
    for (int y = -1; y <= n; y++) {
      int cz = (z + 1) / 2 - 1, cy = (y + 1) / 2 - 1, m = n / 2;
      int dz = z % 2 == 0, dy = y % 2 == 0; /* between two coarse planes, lines */
      const double *a = coarse + mg_at(m, cz, cy, -1), *b = coarse + mg_at(m, cz, cy + dy, -1);
      const double *c = coarse + mg_at(m, cz + dz, cy, -1);
      const double *d = coarse + mg_at(m, cz + dz, cy + dy, -1);
      for (int x = 0; x < m + 2; x++)
        mean[x] = 0.25 * (a[x] + b[x] + c[x] + d[x]);
      double *restrict o = fine + mg_at(n, z, y, -1);
      for (int x = 0; x <= m; x++) {
        o[2 * x] += mean[x];
        o[2 * x + 1] += 0.5 * (mean[x] + mean[x + 1]);
      }
    }
}

/* Sets the ghost lines and points of planes from `first` to `last` - 1. */
static inline void mg_wrap(double *g, int n, int first, int last) {
  const size_t line = n + 2;
  for (int z = first; z < last; z++) {
    for (int y = 0; y < n; y++) {
      g[mg_at(n, z, y, -1)] = g[mg_at(n, z, y, n - 1)];
      g[mg_at(n, z, y, n)] = g[mg_at(n, z, y, 0)];
    }
    memcpy(g + mg_at(n, z, -1, -1), g + mg_at(n, z, n - 1, -1), line * sizeof *g);
    memcpy(g + mg_at(n, z, n, -1), g + mg_at(n, z, 0, -1), line * sizeof *g);
  }
}

/* The sum of squares on planes from `first` to `last` - 1. */
static inline double mg_squares(const double *g, int n, int first, int last) {
  double sum = 0;
  for (int z = first; z < last; z++)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++)
        sum += g[mg_at(n, z, y, x)] * g[mg_at(n, z, y, x)];
  return sum;
}

struct mg_charge {
  double random;
  int z, y, x;
};

/* Keeps the largest values times sign in `kept`, in descending order. */
static inline void mg_keep(struct mg_charge *kept, struct mg_charge c, double sign) {
  int i = MG_CHARGES - 1;
  if (sign * c.random <= sign * kept[i].random)
    return;
  for (; i > 0 && sign * c.random > sign * kept[i - 1].random; i--)
    kept[i] = kept[i - 1];
  kept[i] = c;
}

/* The right-hand side is 1 at the largest random numbers of the grid, and -1 at the smallest. Every
 * caller generates all numbers. */
static inline void mg_find_charges(struct mg_charge *plus, struct mg_charge *minus) {
  uint64_t seed = NPB_SEED;
  for (int i = 0; i < MG_CHARGES; i++) {
    plus[i].random = 0;
    minus[i].random = 1;
  }
  for (int z = 0; z < MG_N; z++)
    for (int y = 0; y < MG_N; y++)
      for (int x = 0; x < MG_N; x++) {
        struct mg_charge c = {npb_random(&seed), z, y, x};
        mg_keep(plus, c, 1);
        mg_keep(minus, c, -1);
      }
}

/* Prints the report; the status for main. */
static inline int mg_end(double seconds, double norm, int threads) {
  bool right = npb_close("norm", norm, MG_NORM, 1e-8);
  char size[32];
  snprintf(size, sizeof size, "%dx%4dx%4d", MG_N, MG_N, MG_N);
  return npb_report(&(struct npb_result){"MG", size, MG_CYCLES, seconds,
                                         58.0 * MG_CYCLES * MG_POINTS, "floating point", right},
                    threads);
}

#endif
