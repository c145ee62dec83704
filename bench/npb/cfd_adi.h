/* SPDX-License-Identifier: Apache-2.0 */
/* Alternating directions, for SP and BT: lines along x and y are solved in the slabs of planes,
 * those along z after the right-hand side has been transposed to slabs of rows.
 *
 * The state is kept in both kinds of slab, so that only the right-hand side passes between
 * threads. The program defines, before it calls adi_end(), what adi_hooks lists. */
#ifndef NPB_CFD_ADI_H
#define NPB_CFD_ADI_H

#include "cfd_slab.h"

#define ADI_LANES 8 /* lines that are solved together */

/* Some lines along a direction, side by side so that they vectorise. */
struct adi_lines {
  double u[5][CFD_N][ADI_LANES]; /* state */
  double r[5][CFD_N][ADI_LANES]; /* right-hand side; the solution */
};

struct adi_hooks {
  void (*before)(double *r,
                 const double *u); /* changes lines of the right-hand side; may be NULL */
  void (*solve)(struct adi_lines *, struct cfd_direction);
  void (*after)(double *r, const double *u); /* changes lines of the solution; may be NULL */
};

/* The thread's rows, [CFD_N][rows] lines. */
static struct {
  int first, rows;
  shared void *r;
  double *state, *right;
} rows;

static struct adi_lines lines;

static inline int adi_rows(int thread) { return cfd_first(thread + 1) - cfd_first(thread); }

/* Collective: makes the slabs of rows. */
static void adi_make(void) {
  size_t elements = (size_t)CFD_N * ((CFD_INNER + THREADS - 1) / THREADS) * CFD_LINE;
  rows.first = cfd_first(MYTHREAD);
  rows.rows = adi_rows(MYTHREAD);
  rows.r = npb_parts(elements * sizeof(double));
  rows.right = npb_own(rows.r);
  memset(rows.right, 0, elements * sizeof(double));
  rows.state = cfd_zeros(elements);
}

/* Collective: the initial state. */
static void adi_start(void) {
  cfd_set_state(cfd_initial_line);
  for (int z = 0; z < CFD_N; z++)
    for (int y = 0; y < rows.rows; y++)
      cfd_initial_line(rows.state + ((size_t)z * rows.rows + y) * CFD_LINE, z, rows.first + y);
}

/* Copies a batch of `count` lines from a grid; the other lanes repeat the last line. Points of a
 * line are `step` apart, lines `next`. */
static inline void adi_load(double (*restrict to)[CFD_N][ADI_LANES], const double *restrict from,
                            size_t step, size_t next, int count) {
  for (int m = 0; m < 5; m++, from += CFD_N)
    for (int i = 0; i < CFD_N; i++)
      for (int l = 0; l < ADI_LANES; l++)
        to[m][i][l] = from[i * step + (l < count ? l : count - 1) * next];
}

static inline void adi_store(double *restrict to, double (*restrict from)[CFD_N][ADI_LANES],
                             size_t step, size_t next, int count) {
  for (int m = 0; m < 5; m++, to += CFD_N)
    for (int i = 1; i < CFD_N - 1; i++)
      for (int l = 0; l < count; l++)
        to[i * step + l * next] = from[m][i][l];
}

/* Solves `count` neighbouring lines that begin at r; u is their state. */
static inline void adi_solve(const struct adi_hooks *hooks, struct cfd_direction way, double *r,
                             const double *u, size_t step, size_t next, int count) {
  for (int first = 0; first < count; first += ADI_LANES) {
    int some = count - first < ADI_LANES ? count - first : ADI_LANES;
    adi_load(lines.u, u + first * next, step, next, some);
    adi_load(lines.r, r + first * next, step, next, some);
    hooks->solve(&lines, way);
    adi_store(r + first * next, lines.r, step, next, some);
  }
}

/* Collective: slabs of planes to slabs of rows. */
static void adi_to_rows(void) {
  for (int i = 1; i <= THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    size_t some = adi_rows(t) * CFD_LINE;
    shared[] double *to = npb_part(rows.r, t);
    for (int z = slab.first; z < slab.last && some > 0; z++)
      upc_memput_nbi(to + z * some, slab.right + cfd_here(z, cfd_first(t)), some * sizeof(double));
  }
  upc_synci();
  upc_barrier;
}

/* Collective: slabs of rows to slabs of planes. */
static void adi_to_planes(void) {
  size_t some = rows.rows * CFD_LINE;
  for (int i = 1; i <= THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    shared[] double *to = npb_part(slab.r, t);
    for (int z = cfd_first(t); z < cfd_first(t + 1) && some > 0; z++)
      upc_memput_nbi(to + cfd_at(t, z, rows.first), rows.right + z * some, some * sizeof(double));
  }
  upc_synci();
  upc_barrier;
}

static void adi_planes(const struct adi_hooks *hooks) {
  for (int z = slab.first; z < slab.last; z++) {
    double *r = slab.right + cfd_here(z, 0);
    const double *u = slab.state + cfd_here(z, 0);
    for (int y = 1; y < CFD_N - 1 && hooks->before != NULL; y++)
      hooks->before(r + y * CFD_LINE, u + y * CFD_LINE);
    adi_solve(hooks, CFD_X, r + CFD_LINE, u + CFD_LINE, 1, CFD_LINE, CFD_INNER);
    adi_solve(hooks, CFD_Y, r + 1, u + 1, CFD_LINE, 1, CFD_INNER);
  }
}

static void adi_along_z(const struct adi_hooks *hooks) {
  size_t plane = rows.rows * CFD_LINE;
  for (int y = 0; y < rows.rows; y++) {
    double *r = rows.right + y * CFD_LINE, *u = rows.state + y * CFD_LINE;
    adi_solve(hooks, CFD_Z, r + 1, u + 1, plane, 1, CFD_INNER);
    for (int z = 1; z < CFD_N - 1; z++) {
      if (hooks->after != NULL)
        hooks->after(r + z * plane, u + z * plane);
      for (size_t i = 0; i < CFD_LINE; i++)
        u[z * plane + i] += r[z * plane + i];
    }
  }
}

/* Collective: one time step. */
static void adi_step(const struct adi_hooks *hooks) {
  cfd_exchange();
  cfd_right_side(CFD_DT);
  adi_planes(hooks);
  adi_to_rows();
  adi_along_z(hooks);
  adi_to_planes();
  cfd_add(1);
}

/* Collective: runs the steps and returns the time; the norms are of the last state. */
static double adi_run(const struct adi_hooks *hooks, int steps, double residual[5],
                      double error[5]) {
  cfd_make();
  adi_make();
  adi_start();
  adi_step(hooks); /* untimed */
  adi_start();
  upc_barrier;
  double start = npb_seconds();
  for (int i = 0; i < steps; i++)
    adi_step(hooks);
  upc_barrier;
  double seconds = npb_seconds() - start;
  cfd_norm(error, true);
  cfd_exchange();
  cfd_right_side(1);
  cfd_norm(residual, false);
  return seconds;
}

#endif
