/* SPDX-License-Identifier: Apache-2.0 */
/* Alternating directions in OpenMP, for SP and BT: planes are divided among the threads for lines
 * along x and y, rows for lines along z. */
#ifndef NPB_CFD_ADI_OPENMP_H
#define NPB_CFD_ADI_OPENMP_H

#include "cfd_openmp.h"

#include "cfd_lines.h"

/* In a parallel region: one time step. */
static inline void adi_step(const struct adi_hooks *hooks) {
  double *right[CFD_N], *state[CFD_N]; /* of each plane */
  adi_points(right, slab.right + cfd_here(0, 0), CFD_PLANE);
  adi_points(state, slab.state + cfd_here(0, 0), CFD_PLANE);
  cfd_right_side_shared(CFD_DT);
#pragma omp for schedule(static)
  for (int z = slab.first; z < slab.last; z++)
    adi_plane(hooks, z);
#pragma omp for schedule(static)
  for (int y = 1; y < CFD_N - 1; y++)
    adi_row(hooks, right, state, y * CFD_LINE);
}

static inline void adi_steps(const struct adi_hooks *hooks, int steps) {
#pragma omp parallel
  for (int i = 0; i < steps; i++)
    adi_step(hooks);
}

/* Runs the steps and returns the time; the norms are of the last state. */
static inline double adi_run(const struct adi_hooks *hooks, int steps, double residual[5],
                             double error[5]) {
  cfd_make();
  cfd_set_state(cfd_initial_line);
  adi_steps(hooks, 1); /* untimed */
  cfd_set_state(cfd_initial_line);
  double start = npb_seconds();
  adi_steps(hooks, steps);
  double seconds = npb_seconds() - start;
  cfd_norm(error, true);
  cfd_right_side(1);
  cfd_norm(residual, false);
  return seconds;
}

#endif
