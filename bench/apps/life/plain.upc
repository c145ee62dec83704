/* The game of life by subscripts only. */
#include <upc_relaxed.h>

#include "life.h"
#include "../app_upc.h"

APP_EQUAL_PARTS(N);

static shared [N * N / THREADS] char a[N][N], b[N][N];

static void steps(void) {
  for (int step = 0; step < STEPS; step += 2) {
    upc_forall (int i = 0; i < N; i++; &b[i][0])
      for (int j = 0; j < N; j++) {
        LIFE_STEP(b, a, i, j);
      }
    upc_barrier;
    upc_forall (int i = 0; i < N; i++; &a[i][0])
      for (int j = 0; j < N; j++) {
        LIFE_STEP(a, b, i, j);
      }
    upc_barrier;
  }
}

int main(void) {
  static struct measure m = {"life_plain", 0};
  static char found[N][N];
  for (int round = app_rounds(); round > 0; round--) {
    upc_forall (int i = 0; i < N; i++; &a[i][0])
      for (int j = 0; j < N; j++)
        a[i][j] = life_first(i, j);
    double start = app_start();
    steps();
    app_stop(&m, start, (long)N * N * STEPS);
  }
  for (int i = 0; MYTHREAD == 0 && i < N; i++)
    upc_memget(found[i], &a[i][0], sizeof found[i]);
  return MYTHREAD == 0 ? app_end_upc(&m, life_wrong(found)) : 0;
}
