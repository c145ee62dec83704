/* SPDX-License-Identifier: Apache-2.0 */
/* NPB BT in C with OpenMP: the lines of bt.upc in one grid. */
#include "bt.h"

#include "cfd_adi_openmp.h"

#include "bt_solve.h"

int main(void) {
  double residual[5], error[5], seconds = adi_run(&bt_hooks, BT_STEPS, residual, error);
  return bt_end(seconds, residual, error, omp_get_max_threads());
}
