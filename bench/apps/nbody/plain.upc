/* Gravity by subscripts only. */
#include <upc_relaxed.h>

#include "nbody.h"
#include "../app_upc.h"

static shared [N / THREADS] struct body body[N];
static shared [N / THREADS] struct force force[N];
#define BODY(j) body[j]

static void forces(void) {
  upc_forall (int i = 0; i < N; i++; &body[i]) {
    NBODY_FORCE(f, i, BODY)
    force[i] = f;
  }
}

int main(void) {
  static struct measure m = {"nbody_plain", 0};
  static struct force found[N];
  upc_forall (int i = 0; i < N; i++; &body[i])
    body[i] = nbody_first(i);
  for (int round = app_rounds(); round > 0; round--) {
    double start = app_start();
    forces();
    app_stop(&m, start, (long)N * N);
  }
  for (int i = 0; MYTHREAD == 0 && i < N; i++)
    found[i] = force[i];
  return MYTHREAD == 0 ? app_end_upc(&m, nbody_wrong(found)) : 0;
}
