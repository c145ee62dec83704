/* NPB LU: a sweep is a pipeline. After a strip of lines in all its planes, a thread puts the strip
 * of the outermost plane into the next thread's ghost plane and posts that thread's semaphore. */
#include <bupc_extensions.h>
#include <upc_relaxed.h>

#include "lu.h"

#include "cfd_slab.h"

#include "lu_slab.h"

static bupc_sem_t *shared come[2][THREADS]; /* strips from below, from above */
static bupc_sem_t *post[2];                 /* those of the threads above and below */

/* True if a plane is inside the cube, so that another thread has it. */
static bool inside(int z) { return z >= 1 && z <= CFD_N - 2; }

/* Collective: makes the semaphores. */
static void make_pipeline(void) {
  for (int i = 0; i < 2; i++)
    come[i][MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER);
  upc_barrier;
  if (inside(slab.last))
    post[0] = come[0][cfd_owner(slab.last)];
  if (inside(slab.first - 1))
    post[1] = come[1][cfd_owner(slab.first - 1)];
}

/* Puts a strip of plane z of the right-hand side into the ghosts of the thread that has plane
 * `next`, if `next` is inside the cube. */
static void pass_on(int strip, int z, int next, bupc_sem_t *signal) {
  if (!inside(next))
    return;
  int y = lu_first(strip), thread = cfd_owner(next);
  shared[] double *to = npb_part(cfd_right, thread);
  bupc_memput_signal_async(to + cfd_at(thread, z, y), slab.right + cfd_here(z, y),
                           (lu_last(strip) - y) * CFD_LINE * sizeof(double), signal, 1);
}

/* Both sweeps. A thread waits for each strip of the ghosts. The sweeps of the next step begin after
 * the exchange, when all strips of this one have arrived. */
static void relax(void) {
  for (int strip = 0; strip < LU_STRIPS && slab.first < slab.last; strip++) {
    if (inside(slab.first - 1))
      bupc_sem_wait(come[0][MYTHREAD]);
    lu_strip_up(strip, slab.first, slab.last);
    pass_on(strip, slab.last - 1, slab.last, post[0]);
  }
  for (int strip = LU_STRIPS - 1; strip >= 0 && slab.first < slab.last; strip--) {
    if (inside(slab.last))
      bupc_sem_wait(come[1][MYTHREAD]);
    lu_strip_down(strip, slab.first, slab.last);
    pass_on(strip, slab.first, slab.first - 1, post[1]);
  }
}

/* Collective: one time step, from a right-hand side to the next. */
static void step(void) {
  for (int z = slab.first; z < slab.last; z++)
    lu_scale_plane(z);
  relax();
  cfd_add(LU_FACTOR);
  cfd_exchange_in_turn();
  cfd_right_side(1);
}

static void start_state(void) {
  upc_barrier;
  cfd_set_state(cfd_initial_line);
  cfd_right_side(1);
}

int main(void) {
  double residual[5], error[5];
  cfd_make();
  make_pipeline();
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
  double integral = lu_integral();
  return MYTHREAD == 0 ? lu_end(seconds, residual, error, integral, THREADS) : 0;
}
