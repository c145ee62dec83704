/* Guppie optimised by hand: updates are sorted by owner, sent in blocks without waiting, and
 * applied by the owner. */
#include <upc_relaxed.h>
#include <upc_nb.h>

#include "guppie.h"

enum { BATCH = 4 * AHEAD };
static shared uint64_t table[WORDS];
/* In each thread: a block from each other thread, for even and for odd rounds: a count and as many
 * updates. */
static shared [2 * THREADS * (BATCH + 1)] uint64_t inbox[THREADS][2][THREADS][BATCH + 1];
#define NAME "guppie_fast"

static void send(int half, uint64_t *r) {
  static uint64_t out[THREADS][BATCH + 1];
  uint64_t value[AHEAD];
  for (int t = 0; t < THREADS; t++)
    out[t][0] = 0;
  for (int done = 0; done < BATCH; done += AHEAD) {
    guppie_next(value, r);
    for (int k = 0; k < AHEAD; k++) {
      uint64_t *to = out[value[k] % THREADS];
      to[++to[0]] = value[k];
    }
  }
  for (int t = 0; t < THREADS; t++)
    upc_memput_nbi(&inbox[t][half][MYTHREAD][0], out[t], (out[t][0] + 1) * sizeof(uint64_t));
  upc_synci();
}

static void updates(int round) {
  uint64_t *mine = (uint64_t *)&table[MYTHREAD], r = gups_seed(MYTHREAD, round);
  int half = 0;
  for (long done = 0; done < UPDATES; done += BATCH, half ^= 1) {
    send(half, &r);
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
      const uint64_t *in = (const uint64_t *)&inbox[MYTHREAD][half][t][0];
      for (uint64_t k = 1; k <= in[0]; k++)
        mine[(in[k] & MASK) / THREADS] ^= in[k];
    }
  }
}

#include "../gups/upc_main.h"
