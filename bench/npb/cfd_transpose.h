/* SPDX-License-Identifier: Apache-2.0 */
/* The transpositions of cfd_adi.h among threads. */
#ifndef NPB_CFD_TRANSPOSE_H
#define NPB_CFD_TRANSPOSE_H

#include <upc_castable.h>

#include "cfd_slab.h"

#include "cfd_adi.h"

static shared void *adi_right; /* slabs of rows of all threads */
/* For each thread, its rows of the own planes: [planes][rows] lines. */
static shared void *adi_back;
static double *adi_leaving;                  /* the same for sending: a piece for each thread */
static bupc_sem_t *shared adi_come[THREADS]; /* pieces from other threads */
static bupc_sem_t **adi_post;                /* those of all threads */

static bool adi_access(int thread, double **state, double **right) {
  *state = upc_cast(npb_part(cfd_state, thread));
  *right = upc_cast(npb_part(cfd_right, thread));
  return *state != NULL && *right != NULL;
}

static void adi_make(void) {
  adi_right = npb_parts(ADI_ELEMENTS * sizeof(double));
  adi_back = npb_parts(CFD_ELEMENTS * sizeof(double));
  adi_leaving = cfd_zeros(CFD_ELEMENTS);
  memset(npb_own(adi_right), 0, ADI_ELEMENTS * sizeof(double));
  adi_make_rows(npb_own(adi_right));
  adi_post = cfd_semaphores(adi_come);
}

/* True if the caller and a thread exchange pieces: neither has the other's planes mapped. */
static bool adi_exchanges(int thread) {
  return !adi_is_near(thread) && adi_rows(thread) > 0 && adi_rows(MYTHREAD) > 0;
}

/* The offset of the piece with a thread's `rows`, in the data to send or to receive, for a thread
 * with so many planes. */
static size_t adi_piece(int rows, int planes) {
  return (size_t)(cfd_first(rows) - 1) * planes * CFD_LINE;
}

/* Puts a piece of `elements` to a thread, and tells it. */
static void adi_put(int thread, shared void *parts, size_t at, const double *piece,
                    size_t elements) {
  bupc_memput_signal_async((shared[] double *)npb_part(parts, thread) + at, piece,
                           elements * sizeof *piece, adi_post[thread], 1);
}

/* Collective: waits for a piece from each thread. A thread does not wait until its own pieces are
 * there: their receiver tells it nothing before it has sent its own. After the barrier the pieces
 * that were sent may change, and the planes that are mapped are complete. */
static void adi_wait(void) {
  int pieces = 0;
  for (int t = 0; t < THREADS; t++)
    pieces += adi_exchanges(t);
  bupc_sem_waitN(adi_come[MYTHREAD], pieces);
  upc_barrier;
}

static void adi_to_rows(void) {
  int planes = slab.last - slab.first;
  for (int i = 1; i < THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    size_t some = adi_rows(t) * CFD_LINE;
    double *piece = adi_leaving + adi_piece(t, planes);
    if (!adi_exchanges(t))
      continue;
    for (int z = 0; z < planes; z++)
      memcpy(piece + z * some, slab.right + cfd_here(slab.first + z, cfd_first(t)),
             some * sizeof *piece);
    adi_put(t, adi_right, slab.first * some, piece, planes * some);
  }
  adi_wait();
}

/* Copies the received lines to their places in the planes. */
static void adi_take_back(void) {
  int planes = slab.last - slab.first;
  for (int t = 0; t < THREADS; t++) {
    size_t some = adi_rows(t) * CFD_LINE;
    const double *piece = (double *)npb_own(adi_back) + adi_piece(t, planes);
    for (int z = 0; z < planes && !adi_is_near(t); z++)
      memcpy(slab.right + cfd_here(slab.first + z, cfd_first(t)), piece + z * some,
             some * sizeof *piece);
  }
}

static void adi_to_planes(void) {
  size_t some = rows.rows * CFD_LINE;
  for (int i = 1; i < THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS, planes = adi_rows(t);
    if (adi_exchanges(t))
      adi_put(t, adi_back, adi_piece(MYTHREAD, planes), rows.right + cfd_first(t) * some,
              planes * some);
  }
  adi_wait();
  adi_take_back();
}

#endif
