/* SPDX-License-Identifier: Apache-2.0 */
/* NPB MG in C with OpenMP: the stencils of mg.upc; each thread has consecutive planes of every
 * level. */
#include <omp.h>

#include "mg.h"

static double *u[MG_TOP + 1], *r[MG_TOP + 1], *v;
static double squares;

/* The planes of the calling thread, of n, are those from *first to *last - 1. */
static void share(int n, int *first, int *last) {
  int t = omp_get_thread_num(), threads = omp_get_num_threads();
  *first = n * t / threads;
  *last = n * (t + 1) / threads;
}

/* Sets all ghosts; each thread calls it after writing its planes. */
static void exchange(double *g, int n, int first, int last) {
  mg_wrap(g, n, first, last);
#pragma omp barrier
  size_t bytes = (size_t)(n + 2) * (n + 2) * sizeof *g;
#pragma omp single
  {
    memcpy(g + mg_at(n, -1, -1, -1), g + mg_at(n, n - 1, -1, -1), bytes);
    memcpy(g + mg_at(n, n, -1, -1), g + mg_at(n, 0, -1, -1), bytes);
  }
}

static void set_residual(int k, const double *right_side) {
  int n = 1 << k, first, last;
  share(n, &first, &last);
  mg_stencil(r[k], right_side, u[k], n, first, last, MG_RESIDUAL);
  exchange(r[k], n, first, last);
}

static void smooth(int k) {
  int n = 1 << k, first, last;
  share(n, &first, &last);
  mg_stencil(u[k], u[k], r[k], n, first, last, MG_SMOOTHER);
  exchange(u[k], n, first, last);
}

static void restrict_residual(int k) {
  int n = 1 << k, first, last;
  share(n / 2, &first, &last);
  mg_restrict(r[k - 1], r[k], n, first, last);
  exchange(r[k - 1], n / 2, first, last);
}

static void set_to_zero(int k) {
  int n = 1 << k, first, last;
  share(n + 2, &first, &last);
  size_t plane = (size_t)(n + 2) * (n + 2);
  memset(u[k] + first * plane, 0, (last - first) * plane * sizeof(double));
#pragma omp barrier
}

static void add_correction(int k) {
  int n = 1 << k, first, last;
  share(n + 2, &first, &last);
  mg_interpolate(u[k], u[k - 1], n, first - 1, last - 1);
#pragma omp barrier
}

static void cycle(void) {
  for (int k = MG_TOP; k > 1; k--)
    restrict_residual(k);
  set_to_zero(1);
  smooth(1);
  for (int k = 2; k <= MG_TOP; k++) {
    if (k < MG_TOP)
      set_to_zero(k);
    add_correction(k);
    set_residual(k, k < MG_TOP ? r[k] : v);
    smooth(k);
  }
}

static double solve(int cycles) {
  squares = 0;
#pragma omp parallel
  {
    int first, last;
    set_to_zero(MG_TOP);
    set_residual(MG_TOP, v);
    for (int i = 0; i < cycles; i++) {
      cycle();
      set_residual(MG_TOP, v);
    }
    share(MG_N, &first, &last);
    double own = mg_squares(r[MG_TOP], MG_N, first, last);
#pragma omp atomic
    squares += own;
  }
  return sqrt(squares / MG_POINTS);
}

static double *make_grid(int n) {
  double *g = calloc(mg_elements(n, n), sizeof *g);
  if (g == NULL)
    exit(2);
  return g;
}

int main(void) {
  for (int k = 1; k <= MG_TOP; k++) {
    u[k] = make_grid(1 << k);
    r[k] = make_grid(1 << k);
  }
  v = make_grid(MG_N);
  struct mg_charge plus[MG_CHARGES], minus[MG_CHARGES];
  mg_find_charges(plus, minus);
  for (int i = 0; i < MG_CHARGES; i++) {
    v[mg_at(MG_N, plus[i].z, plus[i].y, plus[i].x)] = 1;
    v[mg_at(MG_N, minus[i].z, minus[i].y, minus[i].x)] = -1;
  }
  solve(1); /* untimed */
  double start = npb_seconds(), norm = solve(MG_CYCLES);
  return mg_end(npb_seconds() - start, norm, omp_get_max_threads());
}
