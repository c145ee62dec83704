/* SPDX-License-Identifier: Apache-2.0 */
/* NPB BT in C with MPI: the slabs and transpositions of bt.upc. */
#include "bt.h"

#include "cfd_transpose_mpi.h"

#include "bt_solve.h"

int main(int argc, char **argv) {
  npb_start(&argc, &argv);
  double residual[5], error[5], seconds = adi_run(&bt_hooks, BT_STEPS, residual, error);
  return npb_finish(rank == 0 ? bt_end(seconds, residual, error, ranks) : 0);
}
