/* NPB MG: each thread has a slab of planes of the fine levels. A slab's outer planes are put into
 * the ghosts of the two neighbours, with a signal. Every thread computes coarse levels as a whole,
 * if a thread would have fewer than two planes or messages would cost more than they save. */
#include <bupc_extensions.h>
#include <upc_relaxed.h>

#include "mg.h"
#include "parts.h"

#define SMALLEST 16 /* points a side of a level that is distributed */
#define TURNS 2     /* a neighbour may be one exchange ahead */
#define ONE_TO_ONE (BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER)

struct level {
  int n, planes; /* points a side; planes of this thread */
  bool whole;    /* every thread has all planes */
  shared void *shared_u, *shared_r;
  double *u, *r; /* the thread's own slabs of them */
};

static struct level levels[MG_TOP + 1];
static bupc_sem_t *shared from_below[TURNS][THREADS], *shared from_above[TURNS][THREADS];
static bupc_sem_t *post_above[TURNS], *post_below[TURNS]; /* of the neighbours */
static double *v;                                         /* right-hand side, on the finest level */
static shared void *boundary; /* the planes that this thread computes of the finest whole level */

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

/* The ghosts of a whole slab come from the slab itself. */
static void wrap_planes(double *g, int n) {
  size_t bytes = (size_t)(n + 2) * (n + 2) * sizeof *g;
  memcpy(g + mg_at(n, -1, -1, -1), g + mg_at(n, n - 1, -1, -1), bytes);
  memcpy(g + mg_at(n, n, -1, -1), g + mg_at(n, 0, -1, -1), bytes);
}

/* Puts an own plane into a ghost plane of a thread. */
static void put_plane(const struct level *l, shared void *grid, int from, int thread, int to,
                      bupc_sem_t *signal) {
  const double *g = npb_own(grid);
  shared[] double *there = npb_part(grid, thread);
  bupc_memput_signal_async(there + mg_at(l->n, to, -1, -1), g + mg_at(l->n, from, -1, -1),
                           (size_t)(l->n + 2) * (l->n + 2) * sizeof *g, signal, 1);
}

/* Sets the ghosts of a slab from its own points and its neighbours'. Between two exchanges of a
 * grid there is one of another grid. So the neighbours no longer use the old ghosts, and have the
 * planes, which may be written again. */
static void exchange(const struct level *l, shared void *grid) {
  static int exchanges;
  double *g = npb_own(grid);
  mg_wrap(g, l->n, 0, l->planes);
  if (l->whole) {
    wrap_planes(g, l->n);
    return;
  }
  int turn = exchanges++ % TURNS;
  put_plane(l, grid, l->planes - 1, (MYTHREAD + 1) % THREADS, -1, post_above[turn]);
  put_plane(l, grid, 0, (MYTHREAD + THREADS - 1) % THREADS, l->planes, post_below[turn]);
  bupc_sem_wait(from_below[turn][MYTHREAD]);
  bupc_sem_wait(from_above[turn][MYTHREAD]);
}

/* Collective: makes the semaphores. */
static void make_signals(void) {
  for (int i = 0; i < TURNS; i++) {
    from_below[i][MYTHREAD] = bupc_sem_alloc(ONE_TO_ONE);
    from_above[i][MYTHREAD] = bupc_sem_alloc(ONE_TO_ONE);
  }
  upc_barrier;
  for (int i = 0; i < TURNS; i++) {
    post_above[i] = from_below[i][(MYTHREAD + 1) % THREADS];
    post_below[i] = from_above[i][(MYTHREAD + THREADS - 1) % THREADS];
  }
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
    upc_all_gather_all(
        (shared[] double *)coarse->shared_r + skip, (shared[] double *)boundary + skip,
        (size_t)own * (n + 2) * (n + 2) * sizeof(double), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
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

int main(void) {
  if (!npb_takes("MG", THREADS, MG_N / 2, MYTHREAD == 0))
    return 2;
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
  make_signals();
  solve(1); /* untimed */
  upc_barrier;
  double start = npb_seconds(), norm = solve(MG_CYCLES);
  upc_barrier;
  return MYTHREAD == 0 ? mg_end(npb_seconds() - start, norm, THREADS) : 0;
}
