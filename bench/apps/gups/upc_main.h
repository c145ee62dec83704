/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms, which define NAME, table and updates(round). */
#include "../app_upc.h"

APP_EQUAL_PARTS(WORDS);

int main(void) {
  static struct measure m = {NAME, GUPS_BYTES};
  int rounds = app_rounds();
  for (long i = MYTHREAD; i < WORDS; i += THREADS)
    table[i] = (uint64_t)i;
  for (int round = 0; round < rounds; round++) {
    double start = app_start();
    updates(round);
    app_stop(&m, start, (long)UPDATES * THREADS);
  }
  if (MYTHREAD != 0)
    return 0;
  uint64_t *copy = malloc(WORDS * sizeof *copy), *part = malloc(WORDS * sizeof *part);
  for (int t = 0; t < THREADS; t++) {
    upc_memget(part, &table[t], WORDS / THREADS * sizeof *part);
    for (long i = 0; i < WORDS / THREADS; i++)
      copy[i * THREADS + t] = part[i];
  }
  long wrong = gups_wrong(copy, THREADS, rounds);
  return app_end_upc(&m, wrong > gups_allowed(THREADS, rounds) ? wrong : 0);
}
