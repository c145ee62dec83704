/* Shortest paths by subscripts only. */
#include <upc_relaxed.h>

#include "floyd.h"
#include "../app_upc.h"

static shared [N] int d[N][N];

static void paths(void) {
  for (int k = 0; k < N; k++) {
    upc_forall (int i = 0; i < N; i++; &d[i][0])
      FLOYD_ROW(d, i, k);
    upc_barrier;
  }
}

int main(void) {
  static struct measure m = {"floyd_plain", 0};
  static int found[N][N];
  for (int round = app_rounds(); round > 0; round--) {
    upc_forall (int i = 0; i < N; i++; &d[i][0])
      for (int j = 0; j < N; j++)
        d[i][j] = floyd_first(i, j);
    double start = app_start();
    paths();
    app_stop(&m, start, (long)N * N * N);
  }
  for (int i = 0; MYTHREAD == 0 && i < N; i++)
    upc_memget(found[i], &d[i][0], sizeof found[i]);
  return MYTHREAD == 0 ? app_end_upc(&m, floyd_wrong(found)) : 0;
}
