/* NPB MG: each thread has a slab of planes of the fine levels; a slab's ghost planes are got from
 * the two neighbours. Coarse levels, of which a thread would have less than two planes or which are
 * too small to be worth messages, are computed by every thread as a whole. */
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "mg.h"
#include "parts.h"

#define SMALLEST 16 /* points a side of a level that is distributed */

struct level {
  int n, planes; /* points a side; planes of this thread */
  bool whole;    /* every thread has all planes */
  shared void *shared_u, *shared_r;
  double *u, *r; /* the thread's own slabs of them */
};

static struct level levels[MG_TOP + 1];
static double *v;             /* right-hand side, on the finest level */
static shared void *boundary; /* what this thread computes of the finest level that is whole */

static void make_level(struct level *l, int k) {
  l->n = 1 << k;
  l->whole = l->n < SMALLEST || l->n < 2 * THREADS;
  l->planes = l->whole ? l->n : l->n / THREADS;
  size_t bytes = mg_elements(l->n, l->planes) * sizeof(double);
  l->shared_u = npb_parts(bytes);
  l->shared_r = npb_parts(bytes);
  l->u = npb_own(l->shared_u);
  l->r = npb_own(l->shared_r);
}

/* Sets the ghosts of a slab from its own points and its neighbours'. The neighbours may still read
 * the outer planes afterwards: they must not be written before the next exchange of another grid.
 */
static void exchange(const struct level *l, shared void *grid) {
  double *g = npb_own(grid);
  int n = l->n, planes = l->planes;
  mg_wrap(g, n, 0, planes);
  size_t bytes = (size_t)(n + 2) * (n + 2) * sizeof(double);
  if (l->whole) {
    memcpy(g + mg_at(n, -1, -1, -1), g + mg_at(n, planes - 1, -1, -1), bytes);
    memcpy(g + mg_at(n, planes, -1, -1), g + mg_at(n, 0, -1, -1), bytes);
    return;
  }
  upc_barrier;
  shared[] double *below = npb_part(grid, (MYTHREAD + THREADS - 1) % THREADS);
  shared[] double *above = npb_part(grid, (MYTHREAD + 1) % THREADS);
  upc_handle_t low =
      upc_memget_nb(g + mg_at(n, -1, -1, -1), below + mg_at(n, planes - 1, -1, -1), bytes);
  upc_handle_t high =
      upc_memget_nb(g + mg_at(n, planes, -1, -1), above + mg_at(n, 0, -1, -1), bytes);
  upc_sync(low);
  upc_sync(high);
}

/* Restricts the residual to the next coarser level. */
static void restrict_residual(const struct level *fine, const struct level *coarse) {
  int own = fine->planes / 2, n = coarse->n;
  if (!coarse->whole || fine->whole)
    mg_restrict(coarse->r, fine->r, fine->n, 0, own);
  else { /* every thread gets the planes of all */
    double *mine = npb_own(boundary);
    mg_restrict(mine, fine->r, fine->n, 0, own);
    size_t skip = mg_at(n, 0, -1, -1);
    upc_all_gather_all((shared[] double *)coarse->shared_r + skip,
                       (shared[] double *)boundary + skip,
                       (size_t)own * (n + 2) * (n + 2) * sizeof(double),
                       UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  }
  exchange(coarse, coarse->shared_r);
}

/* Adds the next coarser level's correction. */
static void add_correction(const struct level *fine, const struct level *coarse) {
  int skip = coarse->whole && !fine->whole ? MYTHREAD * fine->planes / 2 : 0;
  mg_interpolate(fine->u, coarse->u + mg_at(coarse->n, skip - 1, -1, -1), fine->n, -1,
                 fine->planes + 1);
}

static void set_residual(const struct level *l, const double *right_side) {
  mg_stencil(l->r, right_side, l->u, l->n, 0, l->planes, MG_RESIDUAL);
  exchange(l, l->shared_r);
}

static void smooth(const struct level *l) {
  mg_stencil(l->u, l->u, l->r, l->n, 0, l->planes, MG_SMOOTHER);
  exchange(l, l->shared_u);
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
  int first = MYTHREAD * top->planes;
  for (int i = 0; i < MG_CHARGES; i++) {
    int z = plus[i].z - first, w = minus[i].z - first;
    if (z >= 0 && z < top->planes)
      v[mg_at(MG_N, z, plus[i].y, plus[i].x)] = 1;
    if (w >= 0 && w < top->planes)
      v[mg_at(MG_N, w, minus[i].y, minus[i].x)] = -1;
  }
}

/* Runs so many cycles from zero and returns the norm of the residual. */
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

int main(void) {
  if ((THREADS & (THREADS - 1)) != 0 || 2 * THREADS > MG_N) {
    if (MYTHREAD == 0)
      fprintf(stderr, "MG takes a power of two of threads, at most %d\n", MG_N / 2);
    return 2;
  }
  int whole = 1;
  for (int k = 1; k <= MG_TOP; k++) {
    make_level(&levels[k], k);
    whole = levels[k].whole ? levels[k].n : whole;
  }
  boundary = npb_parts(mg_elements(whole, whole / THREADS) * sizeof(double));
  v = calloc(mg_elements(MG_N, levels[MG_TOP].planes), sizeof(double));
  if (v == NULL)
    upc_global_exit(2);
  make_right_side(&levels[MG_TOP]);
  solve(1); /* untimed */
  upc_barrier;
  double start = npb_seconds(), norm = solve(MG_CYCLES);
  upc_barrier;
  return MYTHREAD == 0 ? mg_end(npb_seconds() - start, norm, THREADS) : 0;
}
