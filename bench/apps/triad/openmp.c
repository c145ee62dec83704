/* SPDX-License-Identifier: Apache-2.0 */
/* The triad in C with OpenMP; each thread touches its part first. */
#include "triad.h"

static double a[N], b[N], c[N];

int main(void) {
  static struct measure m = {"triad", 0};
  long wrong = 0;
#pragma omp parallel for
  for (long i = 0; i < N; i++) {
    a[i] = 0;
    b[i] = triad_b(i);
    c[i] = triad_c(i);
  }
  for (int round = app_rounds(); round > 0; round--) {
    double start = now_ns();
#pragma omp parallel for
    for (long i = 0; i < N; i++)
      a[i] = b[i] + ALPHA * c[i];
    measure_add(&m, start, N);
  }
  for (long i = 0; i < N; i++)
    wrong += a[i] != triad_expected(i);
  return app_end(&m, wrong);
}
