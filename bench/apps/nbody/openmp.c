/* SPDX-License-Identifier: Apache-2.0 */
/* Gravity in C with OpenMP. */
#include "nbody.h"

static struct body body[N];
static struct force force[N];
#define BODY(j) body[j]

int main(void) {
  static struct measure m = {"nbody", 0};
  for (int i = 0; i < N; i++)
    body[i] = nbody_first(i);
  for (int round = app_rounds(); round > 0; round--) {
    double start = now_ns();
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      NBODY_FORCE(f, i, BODY)
      force[i] = f;
    }
    measure_add(&m, start, (long)N * N);
  }
  return app_end(&m, nbody_wrong(force));
}
