/* SPDX-License-Identifier: Apache-2.0 */
/* NPB SP in C with OpenMP: the lines of sp.upc in one grid. */
#include "sp.h"

#include "cfd_adi_openmp.h"

#include "sp_solve.h"

int main(void) {
  double residual[5], error[5], seconds = adi_run(&sp_hooks, SP_STEPS, residual, error);
  return sp_end(seconds, residual, error, omp_get_max_threads());
}
