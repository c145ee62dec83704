/* SPDX-License-Identifier: Apache-2.0 */
/* Alternating directions in parts, for SP and BT: lines along x and y are solved in the slabs of
 * planes, those along z after the right-hand side has been transposed to slabs of rows.
 *
 * The state is kept in both kinds of slab, so that only the right-hand side passes between parts.
 * cfd_transpose.h and cfd_transpose_mpi.h, which include this file, define what it declares. */
#ifndef NPB_CFD_ADI_H
#define NPB_CFD_ADI_H

#include "cfd_lines.h"

/* The part's rows, [CFD_N][rows] lines. */
static struct {
  int first, rows;
  double *state, *right;
} rows;

/* Elements of the largest slab of rows. */
#define ADI_ELEMENTS ((size_t)CFD_N * ((CFD_INNER + (size_t)NPB_PARTS - 1) / NPB_PARTS) * CFD_LINE)

static void adi_make(void);      /* collective: makes the slabs of rows */
static void adi_to_rows(void);   /* collective: slabs of planes to slabs of rows */
static void adi_to_planes(void); /* collective: back */

static inline int adi_rows(int part) { return cfd_first(part + 1) - cfd_first(part); }

/* Makes the slab of rows on the zeroed memory of `right`. */
static inline void adi_make_rows(double *right) {
  rows.first = cfd_first(NPB_PART);
  rows.rows = adi_rows(NPB_PART);
  rows.right = right;
  rows.state = cfd_zeros(ADI_ELEMENTS);
}

/* The initial state. */
static inline void adi_start(void) {
  cfd_set_state(cfd_initial_line);
  for (int z = 0; z < CFD_N; z++)
    for (int y = 0; y < rows.rows; y++)
      cfd_initial_line(rows.state + ((size_t)z * rows.rows + y) * CFD_LINE, z, rows.first + y);
}

/* Collective: one time step. */
static inline void adi_step(const struct adi_hooks *hooks) {
  cfd_exchange();
  cfd_right_side(CFD_DT);
  for (int z = slab.first; z < slab.last; z++)
    adi_plane(hooks, z);
  adi_to_rows();
  for (int y = 0; y < rows.rows; y++)
    adi_row(hooks, rows.right + y * CFD_LINE, rows.state + y * CFD_LINE, rows.rows * CFD_LINE);
  adi_to_planes();
  cfd_add(1);
}

/* Collective: runs the steps and returns the time; the norms are of the last state. */
static inline double adi_run(const struct adi_hooks *hooks, int steps, double residual[5],
                             double error[5]) {
  cfd_make();
  adi_make();
  adi_start();
  adi_step(hooks); /* untimed */
  adi_start();
  npb_barrier();
  double start = npb_seconds();
  for (int i = 0; i < steps; i++)
    adi_step(hooks);
  npb_barrier();
  double seconds = npb_seconds() - start;
  cfd_norm(error, true);
  cfd_exchange();
  cfd_right_side(1);
  cfd_norm(residual, false);
  return seconds;
}

#endif
