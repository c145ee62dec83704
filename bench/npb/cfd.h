/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by SP, BT and LU (RNR-94-007, sections 3 and 4): the five equations of compressible flow
 * on a cube of CFD_N points a side, with a forcing term for which a polynomial is the solution.
 *
 * A line has five fields of CFD_N values, one for each x: density, momentum along x, y and z,
 * energy. Functions work on lines; `o` is the distance in elements to the neighbour along a
 * direction. The program defines CFD_N and CFD_DT, the length of a time step, before this file. */
#ifndef NPB_CFD_H
#define NPB_CFD_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "timer.h"

#define CFD_LINE ((size_t)5 * CFD_N) /* elements of a line */
#define CFD_H (1.0 / (CFD_N - 1))    /* distance of neighbouring points */

/* Constants of the report: gas, viscosity, artificial dissipation. */
#define CFD_C1 1.4
#define CFD_C2 0.4
#define CFD_C34 0.1
#define CFD_C15 1.96
#define CFD_C1345 (CFD_C15 * CFD_C34)
#define CFD_43 (4.0 / 3)
#define CFD_DISSIPATION 0.25
#define CFD_T1 (1 / (CFD_H * CFD_H)) /* coefficient of a second difference */
#define CFD_T2 (0.5 / CFD_H)         /* coefficient of a central difference */

/* A direction: the fields of the momentum along it and across it, the diffusion coefficient. */
struct cfd_direction {
  int n, s, t;
  double diffusion;
};
#define CFD_X ((struct cfd_direction){1, 2, 3, 0.75})
#define CFD_Y ((struct cfd_direction){2, 3, 1, 0.75})
#define CFD_Z ((struct cfd_direction){3, 1, 2, 1.0})

/* The solution at a point of the unit cube. */
static inline void cfd_exact(double x, double y, double z, double value[5]) {
  static const double c[5][13] = {
      {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
      {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
      {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
      {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
      {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2},
  };
  for (int m = 0; m < 5; m++)
    value[m] = c[m][0] + x * (c[m][1] + x * (c[m][4] + x * (c[m][7] + x * c[m][10]))) +
               y * (c[m][2] + y * (c[m][5] + y * (c[m][8] + y * c[m][11]))) +
               z * (c[m][3] + z * (c[m][6] + z * (c[m][9] + z * c[m][12])));
}

static inline void cfd_exact_line(double *u, int z, int y) {
  for (int x = 0; x < CFD_N; x++) {
    double value[5];
    cfd_exact(x * CFD_H, y * CFD_H, z * CFD_H, value);
    for (int m = 0; m < 5; m++)
      u[m * CFD_N + x] = value[m];
  }
}

/* The initial state: exact on the faces of the cube, interpolated inside. */
static inline void cfd_initial_line(double *u, int z, int y) {
  int last = CFD_N - 1;
  double b = y * CFD_H, c = z * CFD_H;
  cfd_exact_line(u, z, y);
  if (z == 0 || z == last || y == 0 || y == last)
    return;
  for (int x = 1; x < last; x++) {
    double a = x * CFD_H, low[3][5], high[3][5];
    cfd_exact(0, b, c, low[0]);
    cfd_exact(1, b, c, high[0]);
    cfd_exact(a, 0, c, low[1]);
    cfd_exact(a, 1, c, high[1]);
    cfd_exact(a, b, 0, low[2]);
    cfd_exact(a, b, 1, high[2]);
    for (int m = 0; m < 5; m++) {
      double p = a * high[0][m] + (1 - a) * low[0][m];
      double q = b * high[1][m] + (1 - b) * low[1][m];
      double r = c * high[2][m] + (1 - c) * low[2][m];
      u[m * CFD_N + x] = p + q + r - p * q - p * r - q * r + p * q * r;
    }
  }
}

/* Derived values of a line of the state: reciprocal density, velocities, kinetic energy per
 * volume. */
static inline void cfd_derive(double *restrict a, const double *restrict u) {
  const int n = CFD_N;
  for (int x = 0; x < n; x++) {
    double r = 1 / u[x], p = u[n + x], q = u[2 * n + x], s = u[3 * n + x];
    a[x] = r;
    a[n + x] = p * r;
    a[2 * n + x] = q * r;
    a[3 * n + x] = s * r;
    a[4 * n + x] = 0.5 * (p * p + q * q + s * s) * r;
  }
}

/* Adds convection and diffusion along a direction to the line r; u is the state, a its derived
 * values (cfd_derive()). */
static inline void cfd_flux(double *restrict r, const double *restrict u, const double *restrict a,
                            ptrdiff_t o, struct cfd_direction way) {
  const double d = way.diffusion * CFD_T1, visc = CFD_C34 * CFD_T1, t2 = CFD_T2;
  const int n = way.n * CFD_N, s = way.s * CFD_N, t = way.t * CFD_N, e = 4 * CFD_N;
  for (int x = 1; x < CFD_N - 1; x++) {
    const ptrdiff_t p = x + o, q = x - o;
    double v = a[n + x], vp = a[n + p], vq = a[n + q];
    double pressure = u[e + p] - a[e + p] - (u[e + q] - a[e + q]);
    r[x] += d * (u[p] - 2 * u[x] + u[q]) - t2 * (u[n + p] - u[n + q]);
    r[n + x] += d * (u[n + p] - 2 * u[n + x] + u[n + q]) + CFD_43 * visc * (vp - 2 * v + vq) -
                t2 * (u[n + p] * vp - u[n + q] * vq + CFD_C2 * pressure);
    r[s + x] += d * (u[s + p] - 2 * u[s + x] + u[s + q]) +
                visc * (a[s + p] - 2 * a[s + x] + a[s + q]) - t2 * (u[s + p] * vp - u[s + q] * vq);
    r[t + x] += d * (u[t + p] - 2 * u[t + x] + u[t + q]) +
                visc * (a[t + p] - 2 * a[t + x] + a[t + q]) - t2 * (u[t + p] * vp - u[t + q] * vq);
    double kinetic = a[e + p] * a[p] - 2 * a[e + x] * a[x] + a[e + q] * a[q];
    double heat = u[e + p] * a[p] - 2 * u[e + x] * a[x] + u[e + q] * a[q];
    r[e + x] +=
        d * (u[e + p] - 2 * u[e + x] + u[e + q]) +
        visc * ((1 - CFD_C15) * kinetic + (vp * vp - 2 * v * v + vq * vq) / 6 + CFD_C15 * heat) -
        t2 * ((CFD_C1 * u[e + p] - CFD_C2 * a[e + p]) * vp -
              (CFD_C1 * u[e + q] - CFD_C2 * a[e + q]) * vq);
  }
}

/* The fourth difference at a position along a line: weights of the neighbours from -2 to 2,
 * truncated at the ends. Zero weights may be multiplied with values outside the cube. */
static inline const double *cfd_fourth(int position) {
  static const double weights[5][5] = {
      {0, 0, 5, -4, 1}, {0, -4, 6, -4, 1}, {1, -4, 6, -4, 1}, {1, -4, 6, -4, 0}, {1, -4, 5, 0, 0}};
  if (position <= 2)
    return weights[position - 1];
  return weights[position < CFD_N - 3 ? 2 : position - (CFD_N - 6)];
}

/* Subtracts artificial dissipation along a direction from points first to last - 1 of a line. */
static inline void cfd_dissipate(double *restrict r, const double *restrict u, ptrdiff_t o,
                                 int first, int last, const double *w) {
  const double a = CFD_DISSIPATION * w[0], b = CFD_DISSIPATION * w[1], c = CFD_DISSIPATION * w[2],
               d = CFD_DISSIPATION * w[3], e = CFD_DISSIPATION * w[4];
  for (int m = 0; m < 5; m++, r += CFD_N, u += CFD_N)
    for (int x = first; x < last; x++)
      r[x] -= a * u[x - 2 * o] + b * u[x - o] + c * u[x] + d * u[x + o] + e * u[x + 2 * o];
}

/* Adds the left side of the steady equations at line (z, y) to r. `plane` is the distance along z;
 * two planes on either side of the line must exist. */
static inline void cfd_steady(double *restrict r, const double *restrict u,
                              const double *restrict a, ptrdiff_t plane, int z, int y) {
  const ptrdiff_t line = CFD_LINE;
  cfd_flux(r, u, a, 1, CFD_X);
  cfd_flux(r, u, a, line, CFD_Y);
  cfd_flux(r, u, a, plane, CFD_Z);
  for (int x = 1; x < CFD_N - 1; x++) {
    int end = x == 3 ? CFD_N - 3 : x + 1;
    cfd_dissipate(r, u, 1, x, end, cfd_fourth(x));
    x = end - 1;
  }
  cfd_dissipate(r, u, line, 1, CFD_N - 1, cfd_fourth(y));
  cfd_dissipate(r, u, plane, 1, CFD_N - 1, cfd_fourth(z));
}

/* Adds the squares of a line's inner points to the sum of each field; with `exact`, the squares of
 * the error. */
static inline void cfd_squares(double sum[5], const double *line, const double *exact) {
  for (int m = 0; m < 5; m++)
    for (int x = 1; x < CFD_N - 1; x++) {
      double d = line[m * CFD_N + x] - (exact == NULL ? 0 : exact[m * CFD_N + x]);
      sum[m] += d * d;
    }
}

/* True if five norms are within 1e-8 of the published ones; prints them. */
static inline bool cfd_close(const char *what, const double norm[5], const double published[5]) {
  bool right = true;
  for (int m = 0; m < 5; m++) {
    char name[32];
    snprintf(name, sizeof name, "%s %d", what, m + 1);
    right = npb_close(name, norm[m], published[m], 1e-8) && right;
  }
  return right;
}

/* The norms of a benchmark's residual and error, and whether its other checks passed. */
struct cfd_outcome {
  const char *name;
  int steps;
  double operations;                                   /* of a step, in floating point */
  const double *residual, *residuals, *error, *errors; /* found, published */
  bool right;
};

/* Compares the norms and prints the report; the status for main. */
static inline int cfd_end(const struct cfd_outcome *o, double seconds, int threads) {
  bool right = cfd_close("residual", o->residual, o->residuals);
  right = cfd_close("error", o->error, o->errors) && right && o->right;
  char size[32];
  snprintf(size, sizeof size, "%dx%4dx%4d", CFD_N, CFD_N, CFD_N);
  return npb_report(&(struct npb_result){o->name, size, o->steps, seconds, o->operations * o->steps,
                                         "floating point", right},
                    threads);
}

#endif
