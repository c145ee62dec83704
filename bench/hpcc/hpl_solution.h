/* SPDX-License-Identifier: Apache-2.0 */
/* HPL after the factorisation: the solution of the upper triangle, the residual, the report. */
#ifndef HPL_SOLUTION_H
#define HPL_SOLUTION_H

#include "hpl_panel.h"

static shared void *solution; /* the whole solution, on each thread */

/* Solves the diagonal block of a panel; x is the right-hand side. */
static inline void solve_block(int panel, double *x) {
  int width = least(nb, n - panel * nb);
  const double *a = panel_columns(panel) + place_of_row(panel * nb);
  for (int j = width - 1; j >= 0; j--) {
    const double *c = a + (size_t)j * rows;
    x[j] /= c[j];
    for (int i = 0; i < j; i++)
      x[i] -= c[i] * x[j];
  }
}

/* Subtracts a panel's unknowns times its columns from the right-hand side. */
static inline void subtract_columns(int panel, const double *x, double *right) {
  int width = least(nb, n - panel * nb), above = own_rows(panel * nb);
  for (int j = 0; j < width; j++) {
    const double *c = panel_columns(panel) + (size_t)j * rows;
    for (int i = 0; i < above; i++)
      right[i] -= c[i] * x[j];
  }
}

static inline void put_solution(int first, const double *x, int width) {
  for (int t = 0; t < THREADS; t++)
    upc_memput((shared[] double *)npb_part(solution, t) + first, x, width * sizeof *x);
}

/* Collective: solves the upper triangle, from the last panel up. The right-hand side is the sum
 * over the threads of a row. */
static inline void substitute(void) {
  double *right = npb_memory(rows * sizeof *right), x[nb];
  if (n / nb % grid.columns == grid.column)
    memcpy(right, own_at(0, cols - 1), rows * sizeof *right);
  for (int b = panels - 1; b >= 0; b--) {
    int first = b * nb, width = least(nb, n - first), row = row_owner(first);
    if (row == grid.row) {
      upcx_team_reduce_private(x, right + place_of_row(first), UPC_DOUBLE, UPC_ADD, width,
                               b % grid.columns, grid.row_team);
      if (in_own_column(b)) {
        solve_block(b, x);
        put_solution(first, x, width);
      }
    }
    if (in_own_column(b)) {
      upcx_team_broadcast_private(x, width * sizeof *x, row, grid.column_team);
      subtract_columns(b, x, right);
    }
  }
  upc_barrier;
  free(right);
}

/* Collective: HPL's scaled residual of the solution. */
static inline double residual(void) {
  const double *x = npb_own(solution);
  double error = 0, norm = 0, right = 0, unknown = 0;
  for (int i = MYTHREAD; i < n; i += THREADS) {
    double sum = 0, row = 0, b = element(i, n);
    for (int j = 0; j < n; j++) {
      double a = element(i, j);
      sum += a * x[j];
      row += fabs(a);
    }
    error = hpcc_larger(error, fabs(b - sum));
    norm = hpcc_larger(norm, row);
    right = hpcc_larger(right, fabs(b));
    unknown = hpcc_larger(unknown, fabs(x[i]));
  }
  error = hpcc_largest(error);
  return error /
         (HPCC_EPSILON * (hpcc_largest(norm) * hpcc_largest(unknown) + hpcc_largest(right)) * n);
}

static inline int report(double seconds, double scaled) {
  double operations = (2.0 / 3 * n + 1.5) * n * n;
  blas_print_name();
  printf("T/V                N    NB     P     Q               Time                 Gflops\n");
  printf("WC01C     %10d %5d %5d %5d %18.2f %22.4e\n", n, nb, grid.rows, grid.columns, seconds,
         operations / seconds * 1e-9);
  printf("||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)= %18.8e ...... %s\n", scaled,
         scaled < HPCC_LIMIT ? "PASSED" : "FAILED");
  hpcc_summary("Begin");
  printf("HPL_N=%d\nHPL_NB=%d\nHPL_nprow=%d\nHPL_npcol=%d\n", n, nb, grid.rows, grid.columns);
  hpcc_value("HPL_Tflops", operations / seconds * 1e-12);
  hpcc_value("HPL_time", seconds);
  hpcc_summary("End");
  return scaled < HPCC_LIMIT ? 0 : 1;
}

/* Collective: memory for the solution. */
static inline void make_solution(void) { solution = npb_parts(n * sizeof(double)); }

/* Collective: solves the upper triangle after a factorisation that began at `begin`, and reports
 * the time of both. Returns the status for main. */
static inline int solve_and_report(double begin) {
  substitute();
  double seconds = npb_seconds() - begin, scaled = residual();
  return MYTHREAD == 0 ? report(seconds, scaled) : 0;
}

#endif
