/* SPDX-License-Identifier: Apache-2.0 */
/* LU (RNR-94-007, section 4.2): symmetric successive over-relaxation. A sweep up the grid solves
 * the block lower triangle of the implicit step's matrix, a sweep down the upper triangle. */
#ifndef NPB_LU_H
#define NPB_LU_H

#include "report.h"

#if NPB_CLASS == NPB_CLASS_S
#define CFD_N 12
#define CFD_DT 0.5
#define LU_STEPS 50
#define LU_RESIDUAL                                                                                \
  {                                                                                                \
    1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03,                        \
        1.5029584435994323e-03, 3.4264073155896461e-02                                             \
  }
#define LU_ERROR                                                                                   \
  {                                                                                                \
    6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05,                        \
        5.8474222595157350e-05, 1.3103347914111294e-03                                             \
  }
#define LU_INTEGRAL 7.8418928865937083
#elif NPB_CLASS == NPB_CLASS_W
#define CFD_N 33
#define CFD_DT 0.0015
#define LU_STEPS 300
#define LU_RESIDUAL                                                                                \
  {                                                                                                \
    0.1236511638192e+02, 0.1317228477799e+01, 0.2550120713095e+01, 0.2326187750252e+01,            \
        0.2826799444189e+02                                                                        \
  }
#define LU_ERROR                                                                                   \
  {                                                                                                \
    0.4867877144216e+00, 0.5064652880982e-01, 0.9281818101960e-01, 0.8570126542733e-01,            \
        0.1084277417792e+01                                                                        \
  }
#define LU_INTEGRAL 0.1161399311023e+02
#elif NPB_CLASS == NPB_CLASS_A
#define CFD_N 64
#define CFD_DT 2.0
#define LU_STEPS 250
#define LU_RESIDUAL                                                                                \
  {                                                                                                \
    7.7902107606689367e+02, 6.3402765259692870e+01, 1.9499249727292479e+02,                        \
        1.7845301160418537e+02, 1.8384760349464247e+03                                             \
  }
#define LU_ERROR                                                                                   \
  {                                                                                                \
    2.9964085685471943e+01, 2.8194576365003349, 7.3473412698774742, 6.7139225687777051,            \
        7.0715315688392578e+01                                                                     \
  }
#define LU_INTEGRAL 2.6030925604886277e+01
#else
#define CFD_N 102
#define CFD_DT 2.0
#define LU_STEPS 250
#define LU_RESIDUAL                                                                                \
  {                                                                                                \
    3.5532672969982736e+03, 2.6214750795310692e+02, 8.8333721850952190e+02,                        \
        7.7812774739425265e+02, 7.3087969592545314e+03                                             \
  }
#define LU_ERROR                                                                                   \
  {                                                                                                \
    1.1401176380212709e+02, 8.1098963655421574, 2.8480597317698308e+01, 2.5905394567832939e+01,    \
        2.6054907504857413e+02                                                                     \
  }
#define LU_INTEGRAL 4.7887162703308227e+01
#endif

#include "cfd.h"

#define LU_OMEGA 1.2

/* w += LU_OMEGA * (f * (Jacobian of convection) - d1 * (Jacobian of diffusion + its coefficient)) *
 * v at a point. u is the state there, a its derived values (cfd_derive()); d1 is CFD_DT *
 * CFD_T1. */
static inline void lu_add_product(double w[5], const double *restrict u, const double *restrict a,
                                  const double *restrict v, struct cfd_direction way, double f) {
  const int n = way.n, s = way.s, t = way.t;
  const double d1 = LU_OMEGA * CFD_DT * CFD_T1, g = d1 * way.diffusion, visc = d1 * CFD_C34,
               heat = d1 * CFD_C1345;
  double r = a[0], p = a[n * CFD_N], q = a[s * CFD_N], o = a[t * CFD_N];
  double e = u[4 * CFD_N] * r, half = a[4 * CFD_N] * r;
  double v0 = v[0], vn = v[n * CFD_N], vs = v[s * CFD_N], vt = v[t * CFD_N], v4 = v[4 * CFD_N];
  double dn = vn - p * v0, ds = vs - q * v0,
         dt = vt - o * v0; /* density times velocities' changes */
  double pressure = CFD_C2 * (half * v0 - p * vn - q * vs - o * vt + v4);
  f *= LU_OMEGA;
  w[0] += f * vn - g * v0;
  w[n] += f * (p * vn + p * dn + pressure) - visc * r * CFD_43 * dn - g * vn;
  w[s] += f * (p * vs + q * dn) - visc * r * ds - g * vs;
  w[t] += f * (p * vt + o * dn) - visc * r * dt - g * vt;
  w[4] += f * (p * (v4 + pressure) + (CFD_C1 * e - CFD_C2 * half) * dn) -
          r * ((CFD_43 * visc - heat) * p * dn + (visc - heat) * (q * ds + o * dt) +
               heat * (v4 - e * v0)) -
          g * v4;
}

/* Solves the system of a point's diagonal block, which is lower triangular: the diffusion of all
 * directions together. */
static inline void lu_solve_point(double w[5], const double *u, const double *a) {
  const double d1 = 2 * CFD_DT * CFD_T1, visc = d1 * (CFD_43 + 2) * CFD_C34,
               heat = d1 * 3 * CFD_C1345;
  const double g = 1 + d1 * (0.75 + 0.75 + 1.0);
  double r = a[0], p = a[CFD_N], q = a[2 * CFD_N], o = a[3 * CFD_N], e = u[4 * CFD_N] * r;
  double momentum = 1 / (g + visc * r);
  w[0] /= g;
  w[1] = (w[1] + visc * r * p * w[0]) * momentum;
  w[2] = (w[2] + visc * r * q * w[0]) * momentum;
  w[3] = (w[3] + visc * r * o * w[0]) * momentum;
  double work = p * (w[1] - p * w[0]) + q * (w[2] - q * w[0]) + o * (w[3] - o * w[0]);
  w[4] = (w[4] - r * ((visc - heat) * work - heat * e * w[0])) / (g + heat * r);
}

/* Sets w to the products with the preceding lines of a sweep: o[0] and o[1] are the distances to
 * them along y and z; `side` is -1 in the sweep up and 1 in the sweep down. */
static inline void lu_other_lines(double *restrict w, const double *restrict u,
                                  const double *restrict a, const double *restrict v,
                                  ptrdiff_t line, ptrdiff_t plane, double side) {
  const double f = side * CFD_DT * CFD_T2;
  for (int x = 1; x < CFD_N - 1; x++) {
    double sum[5] = {0, 0, 0, 0, 0};
    lu_add_product(sum, u + x + line, a + x + line, v + x + line, CFD_Y, f);
    lu_add_product(sum, u + x + plane, a + x + plane, v + x + plane, CFD_Z, f);
    w[x] = sum[0];
    w[CFD_N + x] = sum[1];
    w[2 * CFD_N + x] = sum[2];
    w[3 * CFD_N + x] = sum[3];
    w[4 * CFD_N + x] = sum[4];
  }
}

/* Sweep up: the solution of a line replaces v. */
static inline void lu_up(const double *u, const double *a, double *v) {
  const double f = -CFD_DT * CFD_T2;
  double w[CFD_LINE];
  lu_other_lines(w, u, a, v, -(ptrdiff_t)CFD_LINE, -(ptrdiff_t)(CFD_N * CFD_LINE), -1);
  for (int x = 1; x < CFD_N - 1; x++) {
    double sum[5];
    for (int m = 0; m < 5; m++)
      sum[m] = w[m * CFD_N + x];
    lu_add_product(sum, u + x - 1, a + x - 1, v + x - 1, CFD_X, f);
    for (int m = 0; m < 5; m++)
      sum[m] = v[m * CFD_N + x] - sum[m];
    lu_solve_point(sum, u + x, a + x);
    for (int m = 0; m < 5; m++)
      v[m * CFD_N + x] = sum[m];
  }
}

/* Sweep down: v of a line becomes v minus the solution. */
static inline void lu_down(const double *u, const double *a, double *v) {
  const double f = CFD_DT * CFD_T2;
  double w[CFD_LINE];
  lu_other_lines(w, u, a, v, CFD_LINE, CFD_N * CFD_LINE, 1);
  for (int x = CFD_N - 2; x > 0; x--) {
    double sum[5];
    for (int m = 0; m < 5; m++)
      sum[m] = w[m * CFD_N + x];
    lu_add_product(sum, u + x + 1, a + x + 1, v + x + 1, CFD_X, f);
    lu_solve_point(sum, u + x, a + x);
    for (int m = 0; m < 5; m++)
      v[m * CFD_N + x] -= sum[m];
  }
}

/* The pressure at x in a line of the state. */
static inline double lu_pressure(const double *u, int x) {
  double p = u[CFD_N + x], q = u[2 * CFD_N + x], s = u[3 * CFD_N + x];
  return CFD_C2 * (u[4 * CFD_N + x] - 0.5 * (p * p + q * q + s * s) / u[x]);
}

/* Prints the report; the status for main. */
static inline int lu_end(double seconds, const double residual[5], const double error[5],
                         double integral, int threads) {
  static const double residuals[5] = LU_RESIDUAL, errors[5] = LU_ERROR;
  double n = CFD_N, operations = ((1984.77 * n - 10923.3) * n + 27770.9) * n - 144010;
  bool right = npb_close("integral", integral, LU_INTEGRAL, 1e-8);
  return cfd_end(
      &(struct cfd_outcome){"LU", LU_STEPS, operations, residual, residuals, error, errors, right},
      seconds, threads);
}

#endif
