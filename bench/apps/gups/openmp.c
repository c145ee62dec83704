/* SPDX-License-Identifier: Apache-2.0 */
/* Random updates in C with OpenMP. */
#include <omp.h>

#include "gups_app.h"

static uint64_t table[WORDS];

int main(void) {
  struct measure m = {"gups", GUPS_BYTES};
  int rounds = app_rounds(), threads = omp_get_max_threads();
  for (uint64_t i = 0; i < WORDS; i++)
    table[i] = i;
  for (int round = 0; round < rounds; round++) {
    double start = now_ns();
#pragma omp parallel
    {
      uint64_t r = gups_seed(omp_get_thread_num(), round);
      for (long k = 0; k < UPDATES; k++) {
        gups_next(&r);
        table[r & MASK] ^= r;
      }
    }
    measure_add(&m, start, (long)UPDATES * threads);
  }
  long wrong = gups_wrong(table, threads, rounds);
  return app_end(&m, wrong > gups_allowed(threads, rounds) ? wrong : 0);
}
