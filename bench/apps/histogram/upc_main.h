/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms, which define NAME, data, count and histogram(). */
#include "../app_upc.h"

int main(void) {
  static struct measure m = {NAME, 0};
  for (long i = MYTHREAD; i < N; i += THREADS)
    data[i] = histogram_value(i);
  for (int round = app_rounds(); round > 0; round--) {
    double start = app_start();
    histogram();
    app_stop(&m, start, N);
  }
  if (MYTHREAD != 0)
    return 0;
  long copy[BINS];
  for (int b = 0; b < BINS; b++)
    copy[b] = count[b];
  return app_end_upc(&m, histogram_wrong(copy));
}
