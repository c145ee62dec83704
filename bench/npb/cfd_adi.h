/* SPDX-License-Identifier: Apache-2.0 */
/* Alternating directions for SP and BT on a grid in parts: lines along x and y are solved in slabs
 * of planes, lines along z in slabs of rows through all planes.
 *
 * Planes that a part can access are solved in place. For the others it has slabs of rows: their
 * right-hand side is transposed to it and back, and their state is kept in both kinds of slab.
 * cfd_transpose.h and cfd_transpose_mpi.h include this file and define the functions that it
 * declares. */
#ifndef NPB_CFD_ADI_H
#define NPB_CFD_ADI_H

#include "cfd_lines.h"

/* The part's rows. */
static struct {
  int first, rows;
  double *state, *right; /* slabs, [CFD_N][rows] lines, of the planes without access */
  double *state_at[CFD_N], *right_at[CFD_N]; /* the first row of each plane */
} rows;

/* Elements of the largest slab of rows. */
#define ADI_ELEMENTS ((size_t)CFD_N * ((CFD_INNER + (size_t)NPB_PARTS - 1) / NPB_PARTS) * CFD_LINE)

/* Gets a part's slabs of the state and the right-hand side; false if the caller cannot access
 * them. */
static bool adi_access(int part, double **state, double **right);
static void adi_make(void);      /* collective: makes the slabs of rows */
static void adi_to_rows(void);   /* collective: slabs of planes to slabs of rows */
static void adi_to_planes(void); /* collective: back */

static inline int adi_rows(int part) { return cfd_first(part + 1) - cfd_first(part); }

/* The part that has a plane or, for a boundary plane, the inner plane next to it. */
static inline int adi_owner(int z) {
  return cfd_owner(z == 0 ? 1 : z == CFD_N - 1 ? CFD_N - 2 : z);
}

/* True if a part needs no slab of rows, because the caller can access its planes. */
static inline bool adi_is_near(int part) {
  double *state, *right;
  return adi_access(part, &state, &right);
}

/* Makes the slab of rows on the zeroed memory of `right`. */
static inline void adi_make_rows(double *right) {
  rows.first = cfd_first(NPB_PART);
  rows.rows = adi_rows(NPB_PART);
  rows.right = right;
  rows.state = cfd_zeros(ADI_ELEMENTS);
  for (int z = 0; z < CFD_N; z++) {
    int owner = adi_owner(z);
    size_t at = cfd_at(owner, z, rows.first), plane = (size_t)z * rows.rows * CFD_LINE;
    double *near_state, *near_right;
    bool near = adi_access(owner, &near_state, &near_right);
    rows.state_at[z] = near ? near_state + at : rows.state + plane;
    rows.right_at[z] = near ? near_right + at : rows.right + plane;
  }
}

/* The initial state. */
static inline void adi_start(void) {
  cfd_set_state(cfd_initial_line);
  for (int z = 0; z < CFD_N; z++)
    for (int y = 0; y < rows.rows; y++)
      cfd_initial_line(rows.state + ((size_t)z * rows.rows + y) * CFD_LINE, z, rows.first + y);
}

/* Adds the solutions of parts without access to the own planes. */
static inline void adi_add(void) {
  for (int part = 0; part < NPB_PARTS; part++)
    for (int z = slab.first; z < slab.last && !adi_is_near(part); z++)
      cfd_add_rows(z, cfd_first(part), cfd_first(part + 1), 1);
}

/* Collective: one time step. */
static inline void adi_step(const struct adi_hooks *hooks) {
  cfd_exchange();
  cfd_right_side(CFD_DT);
  for (int z = slab.first; z < slab.last; z++)
    adi_plane(hooks, z);
  adi_to_rows();
  for (int y = 0; y < rows.rows; y++)
    adi_row(hooks, rows.right_at, rows.state_at, y * CFD_LINE);
  adi_to_planes();
  adi_add();
}

/* Collective: runs the steps and returns the time; the norms are those of the last state. */
static inline double adi_run(const struct adi_hooks *hooks, int steps, double residual[5],
                             double error[5]) {
  cfd_make();
  adi_make();
  adi_start();
  npb_barrier();   /* neighbours put their planes into each other's ghosts */
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
