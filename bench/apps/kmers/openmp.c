/* SPDX-License-Identifier: Apache-2.0 */
/* k-mers in C with OpenMP, by atomics. */
#include <omp.h>

#include "kmers.h"

static uint64_t key[SLOTS];
static long number[SLOTS];

static void count(long first, long end) {
  uint64_t kmer = kmers_before(first);
  for (long i = first; i < end; i++) {
    kmer = kmers_next(kmer, i + K - 1);
    uint64_t mine = kmers_key(kmer);
    long s = kmers_slot(mine);
    for (;; s = (s + 1) % SLOTS) {
      uint64_t there = 0;
      if (__atomic_compare_exchange_n(&key[s], &there, mine, 0, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED) ||
          there == mine)
        break;
    }
    __atomic_fetch_add(&number[s], 1, __ATOMIC_RELAXED);
  }
}

int main(void) {
  static struct measure m = {"kmers", 0};
  int threads = omp_get_max_threads();
  struct kmers tally;
  for (int round = app_rounds(); round > 0; round--) {
    memset(key, 0, sizeof key);
    memset(number, 0, sizeof number);
    double start = now_ns();
#pragma omp parallel for
    for (int t = 0; t < threads; t++)
      count(t * (long)KMERS / threads, (t + 1) * (long)KMERS / threads);
    measure_add(&m, start, KMERS);
    tally = (struct kmers){0, 0};
    for (long s = 0; s < SLOTS; s++)
      kmers_tally(&tally, key[s], number[s]);
  }
  return app_end(&m, kmers_wrong(tally));
}
