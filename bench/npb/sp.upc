/* NPB SP: see cfd_adi.h for what passes between threads. */
#include <upc_relaxed.h>

#include "sp.h"

#include "cfd_transpose.h"

#include "sp_solve.h"

int main(void) {
  double residual[5], error[5], seconds = adi_run(&sp_hooks, SP_STEPS, residual, error);
  return MYTHREAD == 0 ? sp_end(seconds, residual, error, THREADS) : 0;
}
