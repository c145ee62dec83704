/* SPDX-License-Identifier: Apache-2.0 */
/* The grid of SP, BT and LU among threads: a slab of cfd_grid.h for each. */
#ifndef NPB_CFD_SLAB_H
#define NPB_CFD_SLAB_H

#include <bupc_extensions.h>

#include "parts.h"

#include "cfd_grid.h"

static shared void *cfd_state, *cfd_right;      /* slabs of all threads */
static bupc_sem_t *shared cfd_come[2][THREADS]; /* ghost planes from below, from above */
static bupc_sem_t **cfd_post[2];                /* those of all threads */

/* A slab for each thread, zeroed. */
static inline shared void *cfd_parts(void) {
  shared void *all = npb_parts(CFD_ELEMENTS * sizeof(double));
  memset(npb_own(all), 0, CFD_ELEMENTS * sizeof(double));
  return all;
}

/* Collective: makes a semaphore for each thread, the caller's in own[MYTHREAD]; returns all of
 * them, to post. */
static inline bupc_sem_t **cfd_semaphores(bupc_sem_t *shared *own) {
  bupc_sem_t **all = npb_memory(THREADS * sizeof *all);
  own[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER | BUPC_SEM_SCONSUMER);
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    all[t] = own[t];
  return all;
}

/* Collective: makes the grids and the forcing term. */
static inline void cfd_make(void) {
  cfd_state = cfd_parts();
  cfd_right = cfd_parts();
  cfd_make_grids(npb_own(cfd_state), npb_own(cfd_right));
  for (int i = 0; i < 2; i++)
    cfd_post[i] = cfd_semaphores(cfd_come[i]);
}

/* The thread that has an inner plane; -1 of another plane. */
static inline int cfd_inner_owner(int z) { return z > 0 && z < CFD_N - 1 ? cfd_owner(z) : -1; }

/* The number of threads that have the inner planes among two neighbouring planes. */
static inline int cfd_owners(int z) {
  int a = cfd_inner_owner(z), b = cfd_inner_owner(z + 1);
  return (a >= 0) + (b >= 0 && b != a);
}

/* Puts planes first to last - 1 into a thread's ghosts, on the upper side if `from_above`. */
static inline void cfd_put_planes(int thread, int first, int last, bool from_above) {
  shared[] double *to = npb_part(cfd_state, thread);
  bupc_memput_signal_async(to + cfd_at(thread, first, 0), slab.state + cfd_here(first, 0),
                           (size_t)(last - first) * CFD_PLANE * sizeof(double),
                           cfd_post[from_above][thread], 1);
}

static inline int cfd_larger(int a, int b) { return a > b ? a : b; }
static inline int cfd_smaller(int a, int b) { return a < b ? a : b; }

/* Puts the outer planes to the threads that have them as ghosts: at most two threads on a side. */
static inline void cfd_put_up(void) {
  for (int z = slab.last, before = -1; z < slab.last + 2; z++) {
    int thread = cfd_inner_owner(z);
    if (thread >= 0 && thread != before)
      cfd_put_planes(thread, cfd_larger(slab.first, cfd_first(thread) - 2), slab.last, false);
    before = thread;
  }
}

static inline void cfd_put_down(void) {
  for (int z = slab.first - 1, before = -1; z > slab.first - 3; z--) {
    int thread = cfd_inner_owner(z);
    if (thread >= 0 && thread != before)
      cfd_put_planes(thread, slab.first, cfd_smaller(slab.last, cfd_first(thread + 1) + 2), true);
    before = thread;
  }
}

static inline void cfd_await_below(void) {
  bupc_sem_waitN(cfd_come[false][MYTHREAD], cfd_owners(slab.first - 2));
}
static inline void cfd_await_above(void) {
  bupc_sem_waitN(cfd_come[true][MYTHREAD], cfd_owners(slab.last));
}

/* Collective: updates the ghost planes of the state, which no thread uses any more; those on the
 * boundary never change. A thread may change its planes after it has begun another exchange or a
 * barrier. */
static inline void cfd_exchange(void) {
  if (slab.first == slab.last)
    return;
  cfd_put_up();
  cfd_put_down();
  cfd_await_below();
  cfd_await_above();
}

/* The same after LU's sweep down. When a thread calls this, the threads above no longer use their
 * lower ghosts; the threads below no longer use their upper ghosts when they have put their
 * planes. */
static inline void cfd_exchange_in_turn(void) {
  if (slab.first == slab.last)
    return;
  cfd_put_up();
  cfd_await_below();
  cfd_put_down();
  cfd_await_above();
}

#endif
