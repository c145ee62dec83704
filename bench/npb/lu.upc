/* NPB LU: a sweep is a pipeline. When a thread has done a strip of lines in all its planes it
 * puts the strip of the outermost plane into the next thread's ghost plane; a barrier ends each
 * stage. */
#include <upc_relaxed.h>

#include "lu.h"

#include "cfd_slab.h"

#define STRIP 4 /* lines of a strip */
#define STRIPS ((CFD_INNER + STRIP - 1) / STRIP)

/* Lines of a strip: first to last - 1. */
static int strip_first(int strip) { return 1 + strip * STRIP; }
static int strip_last(int strip) {
  return strip == STRIPS - 1 ? CFD_N - 1 : strip_first(strip + 1);
}

/* Puts a strip of plane z of the right-hand side into the ghosts of the thread that has plane
 * `next`, if that is in the cube. */
static void pass_on(int strip, int z, int next) {
  if (next < 1 || next > CFD_N - 2)
    return;
  int y = strip_first(strip), thread = cfd_owner(next);
  shared[] double *to = npb_part(slab.r, thread);
  upc_memput(to + cfd_at(thread, z, y), slab.right + cfd_here(z, y),
             (strip_last(strip) - y) * CFD_LINE * sizeof(double));
}

static void strip_up(int strip) {
  for (int z = slab.first; z < slab.last; z++)
    for (int y = strip_first(strip); y < strip_last(strip); y++) {
      size_t at = cfd_here(z, y);
      lu_up(slab.state + at, slab.derived + at, slab.right + at);
    }
  pass_on(strip, slab.last - 1, slab.last);
}

static void strip_down(int strip) {
  for (int z = slab.last - 1; z >= slab.first; z--)
    for (int y = strip_last(strip) - 1; y >= strip_first(strip); y--) {
      size_t at = cfd_here(z, y);
      lu_down(slab.state + at, slab.derived + at, slab.right + at);
    }
  pass_on(strip, slab.first, slab.first - 1);
}

/* Collective: both sweeps. A thread begins one stage after the thread that it has ghosts from. */
static void relax(void) {
  bool some = slab.first < slab.last;
  for (int stage = 0; stage < STRIPS + THREADS - 1; stage++) {
    int strip = stage - MYTHREAD;
    if (some && strip >= 0 && strip < STRIPS)
      strip_up(strip);
    upc_barrier;
  }
  for (int stage = 0; stage < STRIPS + THREADS - 1; stage++) {
    int strip = STRIPS - 1 - (stage - (THREADS - 1 - MYTHREAD));
    if (some && strip >= 0 && strip < STRIPS)
      strip_down(strip);
    upc_barrier;
  }
}

/* Collective: one time step, from a right-hand side to the next. */
static void step(void) {
  size_t last = cfd_here(slab.last, 0);
  for (size_t i = cfd_here(slab.first, 0); i < last; i++)
    slab.right[i] *= CFD_DT;
  relax();
  cfd_add(1 / (LU_OMEGA * (2 - LU_OMEGA)));
  cfd_exchange();
  cfd_right_side(1);
}

static void start_state(void) {
  upc_barrier;
  cfd_set_state(cfd_initial_line);
  cfd_right_side(1);
}

/* The pressure at four corners of a square: x and x + dx in two lines. */
static double corners(const double *a, const double *b, int x, int dx) {
  return lu_pressure(a, x) + lu_pressure(a, x + dx) + lu_pressure(b, x) + lu_pressure(b, x + dx);
}

/* Collective: the pressure's integral over the faces of a box inside the cube. Its corners are
 * at 1 and CFD_N - 2 along x, 1 and CFD_N - 3 along y, 2 and CFD_N - 2 along z. */
static double surface_integral(void) {
  const int high_x = CFD_N - 2, high_y = CFD_N - 3, low_z = 2, high_z = CFD_N - 2;
  double sum = 0;
  for (int z = slab.first; z < slab.last; z++) {
    const double *u = slab.state + cfd_here(z, 0);
    for (int y = 1; y < high_y && (z == low_z || z == high_z); y++)
      for (int x = 1; x < high_x; x++)
        sum += corners(u + y * CFD_LINE, u + (y + 1) * CFD_LINE, x, 1);
    if (z < low_z || z == high_z)
      continue;
    const double *above = u + CFD_PLANE;
    for (int x = 1; x < high_x; x++)
      sum += corners(u + CFD_LINE, above + CFD_LINE, x, 1) +
             corners(u + high_y * CFD_LINE, above + high_y * CFD_LINE, x, 1);
    for (int y = 1; y < high_y; y++) {
      const double *a = u + y * CFD_LINE, *b = above + y * CFD_LINE;
      sum += corners(a, b, 1, 0) / 2 + corners(a + CFD_LINE, b + CFD_LINE, 1, 0) / 2 +
             corners(a, b, high_x, 0) / 2 + corners(a + CFD_LINE, b + CFD_LINE, high_x, 0) / 2;
    }
  }
  return 0.25 * CFD_H * CFD_H * npb_sum(sum);
}

int main(void) {
  double residual[5], error[5];
  cfd_make();
  start_state();
  step(); /* untimed */
  start_state();
  upc_barrier;
  double start = npb_seconds();
  for (int i = 0; i < LU_STEPS; i++)
    step();
  upc_barrier;
  double seconds = npb_seconds() - start;
  cfd_norm(residual, false);
  cfd_norm(error, true);
  double integral = surface_integral();
  return MYTHREAD == 0 ? lu_end(seconds, residual, error, integral, THREADS) : 0;
}
