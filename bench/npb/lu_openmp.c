/* SPDX-License-Identifier: Apache-2.0 */
/* NPB LU in C with OpenMP: a sweep is a pipeline. Each thread has some of the planes and counts its
 * finished strips. */
#include <sched.h>

#include "lu.h"

#include "cfd_openmp.h"

#include "lu_slab.h"

/* Finished strips of a thread in all sweeps, in its own cache line. */
static struct progress { _Alignas(64) long done; } * progress;

/* Waits until a thread, if it exists, has finished so many strips. Acquire; pairs with the release
 * in count(). */
static void wait_for(int thread, long strips) {
  long done = 0;
  while (thread >= 0 && thread < omp_get_num_threads()) {
#pragma omp atomic read acquire
    done = progress[thread].done;
    if (done >= strips)
      return;
    sched_yield();
  }
}

/* Publishes the number of finished strips. Release; pairs with the acquire in wait_for(). */
static void count(int thread, long strips) {
#pragma omp atomic write release
  progress[thread].done = strips;
}

static int first_plane(int thread) {
  return 1 + (int)((long)CFD_INNER * thread / omp_get_num_threads());
}

/* In a parallel region: both sweeps of time step `step`. */
static void relax(long step) {
  int me = omp_get_thread_num(), first = first_plane(me), last = first_plane(me + 1);
  long before = 2L * LU_STRIPS * step;
  for (int strip = 0; strip < LU_STRIPS; strip++) {
    wait_for(me - 1, before + strip + 1);
    lu_strip_up(strip, first, last);
    count(me, before + strip + 1);
  }
#pragma omp barrier
  for (int strip = 0; strip < LU_STRIPS; strip++) {
    wait_for(me + 1, before + LU_STRIPS + strip + 1);
    lu_strip_down(LU_STRIPS - 1 - strip, first, last);
    count(me, before + LU_STRIPS + strip + 1);
  }
#pragma omp barrier
}

/* In a parallel region: time step `step`, from a right-hand side to the next. */
static void advance(long step) {
#pragma omp for schedule(static)
  for (int z = slab.first; z < slab.last; z++)
    lu_scale_plane(z);
  relax(step);
#pragma omp for schedule(static)
  for (int z = slab.first; z < slab.last; z++)
    cfd_add_plane(z, LU_FACTOR);
  cfd_right_side_shared(1);
}

/* The time of so many steps from the initial state. */
static double run(int steps) {
  cfd_set_state(cfd_initial_line);
  cfd_right_side(1);
  for (int t = 0; t < omp_get_max_threads(); t++)
    progress[t].done = 0;
  double start = npb_seconds();
#pragma omp parallel
  for (int i = 0; i < steps; i++)
    advance(i);
  return npb_seconds() - start;
}

int main(void) {
  double residual[5], error[5];
  progress = aligned_alloc(64, sizeof *progress * (size_t)omp_get_max_threads());
  if (progress == NULL)
    return 2;
  cfd_make();
  run(1); /* untimed */
  double seconds = run(LU_STEPS);
  cfd_norm(residual, false);
  cfd_norm(error, true);
  return lu_end(seconds, residual, error, lu_integral(), omp_get_max_threads());
}
