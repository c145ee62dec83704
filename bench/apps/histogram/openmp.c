/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram in C with OpenMP: counts of each thread, added up at the end. */
#include "histogram.h"

static int data[N];
static long count[BINS];

int main(void) {
  static struct measure m = {"histogram", 0};
  for (long i = 0; i < N; i++)
    data[i] = histogram_value(i);
  for (int round = app_rounds(); round > 0; round--) {
    double start = now_ns();
    memset(count, 0, sizeof count);
#pragma omp parallel for reduction(+ : count)
    for (long i = 0; i < N; i++)
      count[data[i]]++;
    measure_add(&m, start, N);
  }
  return app_end(&m, histogram_wrong(count));
}
