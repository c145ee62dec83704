/* SPDX-License-Identifier: Apache-2.0 */
/* HPL's matrix on a grid of threads: blocks of NB x NB elements are dealt in turn along rows and
 * columns of the grid. A thread's part is column-major in shared memory; the right-hand side is the
 * last column. */
#ifndef HPL_GRID_H
#define HPL_GRID_H

#include <upcx_collective.h>

#include "hpcc.h"

static int n, nb, panels; /* order; columns of a panel; panels */

/* The grid of threads, the caller's place, and the teams of its row and its column. Threads of a
 * column have consecutive numbers, so they are likely near. */
static struct {
  int rows, columns, row, column;
  upcx_team_t row_team, column_team; /* a rank is the number of the column, of the row */
} grid;

static shared void *matrix;
static double *own;    /* the caller's part */
static int rows, cols; /* of it */

static inline int least(int a, int b) { return a < b ? a : b; }

static inline int thread_at(int row, int column) { return column * grid.rows + row; }

/* How many of the first `some` indices `place` has, if blocks are dealt to `places` in turn. */
static inline int dealt(int some, int place, int places) {
  int turn = nb * places, rest = some % turn - place * nb;
  return some / turn * nb + (rest < 0 ? 0 : least(rest, nb));
}

/* How many of the matrix's first `some` rows, or columns, are own ones. */
static inline int own_rows(int below) { return dealt(below, grid.row, grid.rows); }
static inline int own_columns(int before) { return dealt(before, grid.column, grid.columns); }

/* The row of the grid that has a row of the matrix, and the row's index in the parts of its
 * threads. */
static inline int row_owner(int row) { return row / nb % grid.rows; }
static inline int place_of_row(int row) { return row / nb / grid.rows * nb + row % nb; }

/* The row, or column, of the matrix for an own one. */
static inline int row_of(int own_row) {
  return (own_row / nb * grid.rows + grid.row) * nb + own_row % nb;
}
static inline int column_of(int own_column) {
  return (own_column / nb * grid.columns + grid.column) * nb + own_column % nb;
}

static inline double *own_at(int own_row, int own_column) {
  return own + (size_t)own_column * rows + own_row;
}

static inline bool in_own_column(int panel) { return panel % grid.columns == grid.column; }

/* The initial element of the matrix, -0.5 to 0.5; column n is the right-hand side. */
static inline double element(int row, int column) {
  return mix_fraction((uint64_t)row * (uint64_t)(n + 1) + (uint64_t)column) - 0.5;
}

static inline void make_matrix(void) {
  for (int c = 0; c < cols; c++)
    for (int r = 0; r < rows; r++)
      *own_at(r, c) = element(row_of(r), column_of(c));
}

/* Collective: makes the grid of p x q threads, and allocates the matrix. */
static inline void make_grid(int p, int q) {
  grid.rows = p;
  grid.columns = q;
  grid.row = MYTHREAD % p;
  grid.column = MYTHREAD / p;
  grid.row_team = upcx_team_split(UPCX_TEAM_ALL, grid.row, grid.column);
  grid.column_team = upcx_team_split(UPCX_TEAM_ALL, grid.column, grid.row);
  panels = (n + nb - 1) / nb;
  rows = own_rows(n);
  cols = own_columns(n + 1);
  matrix = npb_parts((size_t)dealt(n, 0, p) * dealt(n + 1, 0, q) * sizeof(double));
  own = npb_own(matrix);
}

#endif
