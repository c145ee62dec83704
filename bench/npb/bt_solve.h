/* SPDX-License-Identifier: Apache-2.0 */
/* BT: the block tridiagonal systems along a direction. */
#ifndef NPB_BT_SOLVE_H
#define NPB_BT_SOLVE_H

#include "cfd_lines.h"

typedef double block[5][5][ADI_LANES];

/* m = f * (Jacobian of convection) + v * (Jacobian of diffusion) + g * identity at point i of each
 * line. */
static void make_block(block m, const struct adi_lines *lines, int i, struct cfd_direction way,
                       double f, double v, double g) {
  const int n = way.n, s = way.s, t = way.t;
  const double fast = CFD_43 * CFD_C34, slow = CFD_C34, heat = CFD_C1345;
  for (int l = 0; l < ADI_LANES; l++) {
    double r = 1 / lines->u[0][i][l], e = lines->u[4][i][l] * r, w = v * r;
    double a = lines->u[n][i][l] * r, b = lines->u[s][i][l] * r, c = lines->u[t][i][l] * r;
    double half = 0.5 * (a * a + b * b + c * c);
    m[0][0][l] = g;
    m[0][n][l] = f;
    m[0][s][l] = m[0][t][l] = m[0][4][l] = 0;
    m[n][0][l] = f * (CFD_C2 * half - a * a) - w * fast * a;
    m[n][n][l] = f * (2 - CFD_C2) * a + w * fast + g;
    m[n][s][l] = -f * CFD_C2 * b;
    m[n][t][l] = -f * CFD_C2 * c;
    m[n][4][l] = f * CFD_C2;
    m[s][0][l] = -f * a * b - w * slow * b;
    m[s][n][l] = f * b;
    m[s][s][l] = m[t][t][l] = f * a + w * slow + g;
    m[s][t][l] = m[s][4][l] = m[t][s][l] = m[t][4][l] = 0;
    m[t][0][l] = -f * a * c - w * slow * c;
    m[t][n][l] = f * c;
    m[4][0][l] = f * (2 * CFD_C2 * half - CFD_C1 * e) * a -
                 w * ((fast - heat) * a * a + (slow - heat) * (b * b + c * c) + heat * e);
    m[4][n][l] = f * (CFD_C1 * e - CFD_C2 * (a * a + half)) + w * (fast - heat) * a;
    m[4][s][l] = -f * CFD_C2 * a * b + w * (slow - heat) * b;
    m[4][t][l] = -f * CFD_C2 * a * c + w * (slow - heat) * c;
    m[4][4][l] = f * CFD_C1 * a + w * heat + g;
  }
}

/* c -= a * b */
static void subtract_product(block c, block a, block b) {
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      for (int l = 0; l < ADI_LANES; l++)
        c[i][j][l] -= a[i][0][l] * b[0][j][l] + a[i][1][l] * b[1][j][l] + a[i][2][l] * b[2][j][l] +
                      a[i][3][l] * b[3][j][l] + a[i][4][l] * b[4][j][l];
}

/* r at point i -= a * r at point j */
static void subtract_vector(struct adi_lines *lines, int i, block a, int j) {
  for (int k = 0; k < 5; k++)
    for (int m = 0; m < 5; m++)
      for (int l = 0; l < ADI_LANES; l++)
        lines->r[k][i][l] -= a[k][m][l] * lines->r[m][j][l];
}

/* c = (inverse of b) * c, and the same for r at point i; destroys b. The matrix is diagonally
 * dominant, so no pivoting is needed. */
static void divide(block b, block c, struct adi_lines *lines, int i) {
  for (int p = 0; p < 5; p++) {
    double pivot[ADI_LANES];
    for (int l = 0; l < ADI_LANES; l++)
      pivot[l] = 1 / b[p][p][l];
    for (int j = p + 1; j < 5; j++)
      for (int l = 0; l < ADI_LANES; l++)
        b[p][j][l] *= pivot[l];
    for (int j = 0; j < 5; j++)
      for (int l = 0; l < ADI_LANES; l++)
        c[p][j][l] *= pivot[l];
    for (int l = 0; l < ADI_LANES; l++)
      lines->r[p][i][l] *= pivot[l];
    for (int k = 0; k < 5; k++) {
      if (k == p)
        continue;
      for (int j = p + 1; j < 5; j++)
        for (int l = 0; l < ADI_LANES; l++)
          b[k][j][l] -= b[k][p][l] * b[p][j][l];
      for (int j = 0; j < 5; j++)
        for (int l = 0; l < ADI_LANES; l++)
          c[k][j][l] -= b[k][p][l] * c[p][j][l];
      for (int l = 0; l < ADI_LANES; l++)
        lines->r[k][i][l] -= b[k][p][l] * lines->r[p][i][l];
    }
  }
}

/* Solves the block tridiagonal systems of some lines. */
static void solve(struct adi_lines *lines, struct cfd_direction way) {
  static NPB_OWN block up[CFD_N]; /* of rows with the identity on the diagonal; none in the first */
  const double t1 = CFD_DT * CFD_T1, t2 = CFD_DT * CFD_T2, d = t1 * way.diffusion;
  for (int i = 1; i < CFD_N - 1; i++) {
    block low, middle;
    make_block(low, lines, i - 1, way, -t2, -t1, -d);
    make_block(middle, lines, i, way, 0, 2 * t1, 1 + 2 * d);
    make_block(up[i], lines, i + 1, way, t2, -t1, -d);
    subtract_product(middle, low, up[i - 1]);
    subtract_vector(lines, i, low, i - 1);
    divide(middle, up[i], lines, i);
  }
  for (int i = CFD_N - 3; i > 0; i--)
    subtract_vector(lines, i, up[i], i + 1);
}

static const struct adi_hooks bt_hooks = {NULL, solve, NULL};

#endif
