/* SPDX-License-Identifier: Apache-2.0 */
/* SP: the scalar pentadiagonal systems of characteristic variables along a direction. */
#ifndef NPB_SP_SOLVE_H
#define NPB_SP_SOLVE_H

#include "cfd_lines.h"

/* Values of lines along a direction: velocity, speed of sound, diffusion. */
static NPB_OWN double velocity[CFD_N][ADI_LANES], sound[CFD_N][ADI_LANES],
    diffusion[CFD_N][ADI_LANES];

/* Changes of the state to changes of the characteristic variables along x. */
static void to_characteristic(double *restrict r, const double *restrict u) {
  const int n = CFD_N;
  for (int x = 1; x < n - 1; x++) {
    double d = 1 / u[x], a = u[n + x] * d, b = u[2 * n + x] * d, c = u[3 * n + x] * d;
    double half = 0.5 * (a * a + b * b + c * c), sound2 = SP_SOUND * (u[4 * n + x] * d - half);
    double r1 = r[x], r2 = r[n + x], r3 = r[2 * n + x], r4 = r[3 * n + x], r5 = r[4 * n + x];
    double t1 = CFD_C2 / sound2 * (half * r1 - a * r2 - b * r3 - c * r4 + r5);
    double t2 = SP_ROOT * d * (a * r1 - r2), t3 = SP_ROOT * d * sqrt(sound2) * t1;
    r[x] = r1 - t1;
    r[n + x] = -d * (c * r1 - r4);
    r[2 * n + x] = d * (b * r1 - r3);
    r[3 * n + x] = -t2 + t3;
    r[4 * n + x] = t2 + t3;
  }
}

/* Characteristic variables along z to the state. */
static void from_characteristic(double *restrict r, const double *restrict u) {
  const int n = CFD_N;
  for (int x = 1; x < n - 1; x++) {
    double rho = u[x], d = 1 / rho, a = u[n + x] * d, b = u[2 * n + x] * d, c = u[3 * n + x] * d;
    double half = 0.5 * (a * a + b * b + c * c), sound2 = SP_SOUND * (u[4 * n + x] * d - half);
    double r1 = r[x], r2 = r[n + x], r3 = r[2 * n + x], r4 = r[3 * n + x], r5 = r[4 * n + x];
    double t1 = SP_ROOT * rho / sqrt(sound2) * (r4 + r5), t2 = r3 + t1,
           t3 = SP_ROOT * rho * (r4 - r5);
    r[x] = t2;
    r[n + x] = -rho * r2 + a * t2;
    r[2 * n + x] = rho * r1 + b * t2;
    r[3 * n + x] = c * t2 + t3;
    r[4 * n + x] = rho * (b * r1 - a * r2) + half * t2 + sound2 / CFD_C2 * t1 + c * t3;
  }
}

/* Characteristic variables along x to those along y (keep 1, 2, change 3), or y to z. */
static void turn(struct adi_lines *lines, bool from_x) {
  for (int i = 1; i < CFD_N - 1; i++)
    for (int l = 0; l < ADI_LANES; l++) {
      double r1 = lines->r[0][i][l], r2 = lines->r[1][i][l], r3 = lines->r[2][i][l];
      double sum = 0.5 * (lines->r[3][i][l] + lines->r[4][i][l]);
      double difference = SP_ROOT * (lines->r[3][i][l] - lines->r[4][i][l]);
      double t = SP_ROOT * (from_x ? r3 : r1);
      lines->r[0][i][l] = from_x ? -r2 : difference;
      lines->r[1][i][l] = from_x ? r1 : -r3;
      lines->r[2][i][l] = from_x ? difference : r2;
      lines->r[3][i][l] = sum - t;
      lines->r[4][i][l] = sum + t;
    }
}

static void prepare(const struct adi_lines *lines, struct cfd_direction way) {
  for (int i = 0; i < CFD_N; i++)
    for (int l = 0; l < ADI_LANES; l++) {
      double d = 1 / lines->u[0][i][l], a = lines->u[1][i][l] * d, b = lines->u[2][i][l] * d;
      double c = lines->u[3][i][l] * d;
      velocity[i][l] = lines->u[way.n][i][l] * d;
      sound[i][l] = sqrt(SP_SOUND * (lines->u[4][i][l] * d - 0.5 * (a * a + b * b + c * c)));
      diffusion[i][l] = way.diffusion + CFD_C15 * CFD_C34 * d;
    }
}

/* Solves the systems of fields first to last - 1, whose wave moves with the flow plus `sign` times
 * the speed of sound. Eliminates each row with the two before it. */
static void solve_fields(struct adi_lines *lines, int first, int last, double sign) {
  static NPB_OWN double up1[CFD_N][ADI_LANES],
      up2[CFD_N][ADI_LANES]; /* of rows with a diagonal of 1 */
  const double t1 = CFD_DT * CFD_T1, t2 = CFD_DT * CFD_T2, d4 = CFD_DT * CFD_DISSIPATION;
  for (int l = 0; l < ADI_LANES; l++)
    up1[0][l] = up2[0][l] = 0;
  for (int i = 1; i < CFD_N - 1; i++) {
    const double *w = cfd_fourth(i);
    int before = i < 2 ? 0 : i - 2; /* times zero if there is none */
    for (int l = 0; l < ADI_LANES; l++) {
      double slow = velocity[i - 1][l] + sign * sound[i - 1][l];
      double fast = velocity[i + 1][l] + sign * sound[i + 1][l];
      double a = d4 * w[0], b = d4 * w[1] - t2 * slow - t1 * diffusion[i - 1][l];
      double c = 1 + d4 * w[2] + 2 * t1 * diffusion[i][l];
      double d = d4 * w[3] + t2 * fast - t1 * diffusion[i + 1][l], e = d4 * w[4];
      b -= a * up1[before][l];
      c = 1 / (c - a * up2[before][l] - b * up1[i - 1][l]);
      up1[i][l] = c * (d - b * up2[i - 1][l]);
      up2[i][l] = c * e;
      for (int m = first; m < last; m++)
        lines->r[m][i][l] =
            c * (lines->r[m][i][l] - a * lines->r[m][before][l] - b * lines->r[m][i - 1][l]);
    }
  }
  for (int i = CFD_N - 3; i > 0; i--)
    for (int m = first; m < last; m++)
      for (int l = 0; l < ADI_LANES; l++)
        lines->r[m][i][l] -= up1[i][l] * lines->r[m][i + 1][l] + up2[i][l] * lines->r[m][i + 2][l];
}

static void solve(struct adi_lines *lines, struct cfd_direction way) {
  prepare(lines, way);
  solve_fields(lines, 0, 3, 0);
  solve_fields(lines, 3, 4, 1);
  solve_fields(lines, 4, 5, -1);
  if (way.n < 3)
    turn(lines, way.n == 1);
}

static const struct adi_hooks sp_hooks = {to_characteristic, solve, from_characteristic};

#endif
