/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms, which define NAME, the arrays key and number with an
 * element for each slot, prepare(), and count(first, end), which counts the k-mers that begin at
 * bases first to end - 1. */
#include "../app_upc.h"

static shared struct kmers tallies[THREADS];

int main(void) {
  static struct measure m = {NAME, 0};
  struct kmers tally;
  prepare();
  for (int round = app_rounds(); round > 0; round--) {
    for (long s = MYTHREAD; s < SLOTS; s += THREADS)
      key[s] = 0, number[s] = 0;
    double start = app_start();
    count(MYTHREAD * (long)KMERS / THREADS, (MYTHREAD + 1) * (long)KMERS / THREADS);
    app_stop(&m, start, KMERS);
    tally = (struct kmers){0, 0};
    for (long s = MYTHREAD; s < SLOTS; s += THREADS)
      kmers_tally(&tally, key[s], number[s]);
  }
  tallies[MYTHREAD] = tally;
  upc_barrier;
  if (MYTHREAD != 0)
    return 0;
  for (int t = 1; t < THREADS; t++) {
    struct kmers theirs = tallies[t];
    tally.distinct += theirs.distinct;
    tally.sum += theirs.sum;
  }
  return app_end_upc(&m, kmers_wrong(tally));
}
