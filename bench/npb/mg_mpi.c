/* SPDX-License-Identifier: Apache-2.0 */
/* NPB MG in C with MPI: the slabs and levels of mg.upc; ghost planes by MPI_Sendrecv. */
#include "mg.h"
#include "mpi_parts.h"

#define SMALLEST 16 /* points a side of a level that is distributed */

struct level {
  int n, planes; /* points a side; planes of this rank */
  bool whole;    /* every rank has all planes */
  double *u, *r;
};

static struct level levels[MG_TOP + 1];
static double *v;        /* right-hand side, on the finest level */
static double *boundary; /* the planes that this rank computes of the finest whole level */

static void make_level(struct level *l, int k) {
  l->n = 1 << k;
  l->whole = l->n < SMALLEST || l->n < 2 * ranks;
  l->planes = l->whole ? l->n : l->n / ranks;
  size_t bytes = mg_elements(l->n, l->planes) * sizeof(double);
  l->u = npb_memory(bytes);
  l->r = npb_memory(bytes);
}

/* Receives a plane from rank `from`, sends one to rank `to`. */
static void pass(double *in, const double *out, int n, int from, int to) {
  int numbers = (n + 2) * (n + 2);
  MPI_Sendrecv(out, numbers, MPI_DOUBLE, to, 0, in, numbers, MPI_DOUBLE, from, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

/* Sets the ghosts of a slab from its own points and its neighbours'. */
static void exchange(const struct level *l, double *g) {
  int n = l->n, planes = l->planes, below = (rank + ranks - 1) % ranks, above = (rank + 1) % ranks;
  mg_wrap(g, n, 0, planes);
  size_t bytes = (size_t)(n + 2) * (n + 2) * sizeof(double);
  if (l->whole) {
    memcpy(g + mg_at(n, -1, -1, -1), g + mg_at(n, planes - 1, -1, -1), bytes);
    memcpy(g + mg_at(n, planes, -1, -1), g + mg_at(n, 0, -1, -1), bytes);
    return;
  }
  pass(g + mg_at(n, -1, -1, -1), g + mg_at(n, planes - 1, -1, -1), n, below, above);
  pass(g + mg_at(n, planes, -1, -1), g + mg_at(n, 0, -1, -1), n, above, below);
}

/* Restricts the residual to the next coarser level. */
static void restrict_residual(const struct level *fine, const struct level *coarse) {
  int own = fine->planes / 2, n = coarse->n;
  if (!coarse->whole || fine->whole)
    mg_restrict(coarse->r, fine->r, fine->n, 0, own);
  else { /* every rank gets the planes of all */
    mg_restrict(boundary, fine->r, fine->n, 0, own);
    size_t skip = mg_at(n, 0, -1, -1);
    int numbers = own * (n + 2) * (n + 2);
    MPI_Allgather(boundary + skip, numbers, MPI_DOUBLE, coarse->r + skip, numbers, MPI_DOUBLE,
                  MPI_COMM_WORLD);
  }
  exchange(coarse, coarse->r);
}

/* Adds the next coarser level's correction. */
static void add_correction(const struct level *fine, const struct level *coarse) {
  int skip = coarse->whole && !fine->whole ? rank * fine->planes / 2 : 0;
  mg_interpolate(fine->u, coarse->u + mg_at(coarse->n, skip - 1, -1, -1), fine->n, -1,
                 fine->planes + 1);
}

static void set_residual(const struct level *l, const double *right_side) {
  mg_stencil(l->r, right_side, l->u, l->n, 0, l->planes, MG_RESIDUAL);
  exchange(l, l->r);
}

static void smooth(const struct level *l) {
  mg_stencil(l->u, l->u, l->r, l->n, 0, l->planes, MG_SMOOTHER);
  exchange(l, l->u);
}

static void set_to_zero(const struct level *l) {
  memset(l->u, 0, mg_elements(l->n, l->planes) * sizeof(double));
}

/* One V-cycle. */
static void cycle(void) {
  for (int k = MG_TOP; k > 1; k--)
    restrict_residual(&levels[k], &levels[k - 1]);
  set_to_zero(&levels[1]);
  smooth(&levels[1]);
  for (int k = 2; k <= MG_TOP; k++) {
    struct level *l = &levels[k];
    if (k < MG_TOP)
      set_to_zero(l);
    add_correction(l, l - 1);
    set_residual(l, k < MG_TOP ? l->r : v);
    smooth(l);
  }
}

static void make_right_side(const struct level *top) {
  struct mg_charge plus[MG_CHARGES], minus[MG_CHARGES];
  mg_find_charges(plus, minus);
  int first = rank * top->planes;
  for (int i = 0; i < MG_CHARGES; i++) {
    int z = plus[i].z - first, w = minus[i].z - first;
    if (z >= 0 && z < top->planes)
      v[mg_at(MG_N, z, plus[i].y, plus[i].x)] = 1;
    if (w >= 0 && w < top->planes)
      v[mg_at(MG_N, w, minus[i].y, minus[i].x)] = -1;
  }
}

/* Runs so many cycles from a zero solution and returns the norm of the residual. */
static double solve(int cycles) {
  struct level *top = &levels[MG_TOP];
  set_to_zero(top);
  set_residual(top, v);
  for (int i = 0; i < cycles; i++) {
    cycle();
    set_residual(top, v);
  }
  return sqrt(npb_sum(mg_squares(top->r, MG_N, 0, top->planes)) / MG_POINTS);
}

int main(int argc, char **argv) {
  npb_start(&argc, &argv);
  if (!npb_takes("MG", ranks, MG_N / 2, rank == 0))
    return npb_finish(2);
  int whole = 1;
  for (int k = 1; k <= MG_TOP; k++) {
    make_level(&levels[k], k);
    whole = levels[k].whole ? levels[k].n : whole;
  }
  boundary = npb_memory(mg_elements(whole, whole / ranks) * sizeof(double));
  v = npb_memory(mg_elements(MG_N, levels[MG_TOP].planes) * sizeof *v);
  make_right_side(&levels[MG_TOP]);
  solve(1); /* untimed */
  MPI_Barrier(MPI_COMM_WORLD);
  double start = npb_seconds(), norm = solve(MG_CYCLES);
  MPI_Barrier(MPI_COMM_WORLD);
  return npb_finish(rank == 0 ? mg_end(npb_seconds() - start, norm, ranks) : 0);
}
