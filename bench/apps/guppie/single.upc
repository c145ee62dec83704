/* Guppie with a message for each update: strict atomics, each complete before the next. */
#include <upc_relaxed.h>
#include <upc_atomic.h>

#include "guppie.h"

static shared uint64_t table[WORDS];
#define NAME "guppie_single"

static void updates(int round) {
  static upc_atomicdomain_t *domain;
  uint64_t value[AHEAD], r = gups_seed(MYTHREAD, round);
  if (!domain)
    domain = upc_all_atomicdomain_alloc(UPC_UINT64, UPC_XOR, 0);
  for (long done = 0; done < UPDATES; done += AHEAD) {
    guppie_next(value, &r);
    for (int k = 0; k < AHEAD; k++)
      upc_atomic_strict(domain, 0, UPC_XOR, &table[value[k] & MASK], &value[k], 0);
  }
}

#include "../gups/upc_main.h"
