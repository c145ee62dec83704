/* Random updates optimised by hand: sorted by owner, sent in blocks, applied by the owner. */
#include <upc_relaxed.h>

#include "gups_app.h"

enum { BATCH = 1024 };
static shared uint64_t table[WORDS];
/* In each thread: a block from each other thread: a count and as many updates. */
static shared [THREADS * (BATCH + 1)] uint64_t inbox[THREADS][THREADS][BATCH + 1];
#define NAME "gups_fast"

static void updates(int round) {
  static uint64_t out[THREADS][BATCH + 1];
  uint64_t *mine = (uint64_t *)&table[MYTHREAD];
  uint64_t r = gups_seed(MYTHREAD, round);
  for (long done = 0; done < UPDATES; done += BATCH) {
    for (int t = 0; t < THREADS; t++)
      out[t][0] = 0;
    for (int k = 0; k < BATCH; k++) {
      gups_next(&r);
      uint64_t *to = out[r % THREADS];
      to[++to[0]] = r;
    }
    for (int t = 0; t < THREADS; t++)
      upc_memput(&inbox[t][MYTHREAD][0], out[t], (out[t][0] + 1) * sizeof(uint64_t));
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
      uint64_t *in = (uint64_t *)&inbox[MYTHREAD][t][0];
      for (uint64_t k = 1; k <= in[0]; k++)
        mine[(in[k] & MASK) / THREADS] ^= in[k];
    }
    upc_barrier;
  }
}

#include "upc_main.h"
