/* LU by subscripts only. */
#include <upc_relaxed.h>

#include "lu.h"
#include "../app_upc.h"

static shared [N] double a[N][N];

static void factor(void) {
  for (int k = 0; k < N; k++) {
    upc_forall (int i = k + 1; i < N; i++; &a[i][0]) {
      LU_ROW(a, i, k);
    }
    upc_barrier;
  }
}

int main(void) {
  static struct measure m = {"lu_plain", 0};
  static double found[N][N];
  for (int round = app_rounds(); round > 0; round--) {
    upc_forall (int i = 0; i < N; i++; &a[i][0])
      for (int j = 0; j < N; j++)
        a[i][j] = lu_first(i, j);
    double start = app_start();
    factor();
    app_stop(&m, start, LU_STEPS);
  }
  for (int i = 0; MYTHREAD == 0 && i < N; i++)
    upc_memget(found[i], &a[i][0], sizeof found[i]);
  return MYTHREAD == 0 ? app_end_upc(&m, lu_wrong(found)) : 0;
}
