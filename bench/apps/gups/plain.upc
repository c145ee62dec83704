/* Random updates by subscripts only. */
#include <upc_relaxed.h>

#include "gups_app.h"

static shared uint64_t table[WORDS];
#define NAME "gups_plain"

static void updates(int round) {
  uint64_t r = gups_seed(MYTHREAD, round);
  for (long k = 0; k < UPDATES; k++) {
    gups_next(&r);
    table[r & MASK] ^= r;
  }
}

#include "upc_main.h"
