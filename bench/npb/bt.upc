/* NPB BT: see cfd_adi.h for what passes between threads. */
#include <upc_relaxed.h>

#include "bt.h"

#include "cfd_transpose.h"

#include "bt_solve.h"

int main(void) {
  double residual[5], error[5], seconds = adi_run(&bt_hooks, BT_STEPS, residual, error);
  return MYTHREAD == 0 ? bt_end(seconds, residual, error, THREADS) : 0;
}
