/* Guppie by subscripts only. */
#include <upc_relaxed.h>

#include "guppie.h"

static shared uint64_t table[WORDS];
#define NAME "guppie_plain"

static void updates(int round) {
  uint64_t value[AHEAD], r = gups_seed(MYTHREAD, round);
  for (long done = 0; done < UPDATES; done += AHEAD) {
    guppie_next(value, &r);
    for (int k = 0; k < AHEAD; k++)
      table[value[k] & MASK] ^= value[k];
  }
}

#include "../gups/upc_main.h"
