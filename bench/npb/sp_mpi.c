/* SPDX-License-Identifier: Apache-2.0 */
/* NPB SP in C with MPI: the slabs and transpositions of sp.upc. */
#include "sp.h"

#include "cfd_transpose_mpi.h"

#include "sp_solve.h"

int main(int argc, char **argv) {
  npb_start(&argc, &argv);
  double residual[5], error[5], seconds = adi_run(&sp_hooks, SP_STEPS, residual, error);
  return npb_finish(rank == 0 ? sp_end(seconds, residual, error, ranks) : 0);
}
