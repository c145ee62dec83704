/* SPDX-License-Identifier: Apache-2.0 */
/* NPB LU in C with MPI: the slabs and the pipeline of lu.upc. */
#include "lu.h"

#include "cfd_slab_mpi.h"

#include "lu_slab.h"

/* The rank that has a plane of the cube's inside, else none. */
static int rank_of(int z) { return z < 1 || z > CFD_N - 2 ? MPI_PROC_NULL : cfd_owner(z); }

static double *strip_at(int strip, int z) { return slab.right + cfd_here(z, lu_first(strip)); }

static int strip_numbers(int strip) { return (lu_last(strip) - lu_first(strip)) * (int)CFD_LINE; }

/* Gets a strip of the ghost plane z. */
static void take(int strip, int z) {
  MPI_Recv(strip_at(strip, z), strip_numbers(strip), MPI_DOUBLE, rank_of(z), strip, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
}

/* Passes a strip of plane z to the rank that has plane `next`. */
static void pass_on(int strip, int z, int next) {
  MPI_Send(strip_at(strip, z), strip_numbers(strip), MPI_DOUBLE, rank_of(next), strip,
           MPI_COMM_WORLD);
}

/* Collective: both sweeps. */
static void relax(void) {
  for (int strip = 0; strip < LU_STRIPS && slab.first < slab.last; strip++) {
    take(strip, slab.first - 1);
    lu_strip_up(strip, slab.first, slab.last);
    pass_on(strip, slab.last - 1, slab.last);
  }
  for (int strip = LU_STRIPS - 1; strip >= 0 && slab.first < slab.last; strip--) {
    take(strip, slab.last);
    lu_strip_down(strip, slab.first, slab.last);
    pass_on(strip, slab.first, slab.first - 1);
  }
}

/* Collective: one time step, from a right-hand side to the next. */
static void step(void) {
  for (int z = slab.first; z < slab.last; z++)
    lu_scale_plane(z);
  relax();
  cfd_add(LU_FACTOR);
  cfd_exchange();
  cfd_right_side(1);
}

static void start_state(void) {
  cfd_set_state(cfd_initial_line);
  cfd_right_side(1);
}

int main(int argc, char **argv) {
  double residual[5], error[5];
  npb_start(&argc, &argv);
  cfd_make();
  start_state();
  step(); /* untimed */
  start_state();
  npb_barrier();
  double start = npb_seconds();
  for (int i = 0; i < LU_STEPS; i++)
    step();
  npb_barrier();
  double seconds = npb_seconds() - start;
  cfd_norm(residual, false);
  cfd_norm(error, true);
  double integral = lu_integral();
  return npb_finish(rank == 0 ? lu_end(seconds, residual, error, integral, ranks) : 0);
}
