/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700
/* rand and random with a state for each UPC thread. The same seed gives the C library's numbers.
 *
 * Weak, as everything in compat/: a program may define any of these names itself. */
#include <stdlib.h>

#include "../base/atomics.h"

#define WEAK __attribute__((weak))

enum { STATE_BYTES = 128, FIRST_SEED = 1 };

static UPCR_PER_THREAD struct random_data generator;
static UPCR_PER_THREAD char first_state[STATE_BYTES] __attribute__((aligned(sizeof(int32_t))));

static struct random_data *started(void) {
  if (!generator.state)
    initstate_r(FIRST_SEED, first_state, sizeof first_state, &generator);
  return &generator;
}

/* A state's array begins one word before the address in random_data. */
static char *current_state(void) { return (char *)(started()->state - 1); }

WEAK long random(void) {
  int32_t number = 0;
  random_r(started(), &number);
  return number;
}

WEAK void srandom(unsigned seed) { srandom_r(seed, started()); }

WEAK int rand(void) { return (int)random(); }

WEAK void srand(unsigned seed) { srandom(seed); }

WEAK char *initstate(unsigned seed, char *state, size_t bytes) {
  char *before = current_state();
  return initstate_r(seed, state, bytes, &generator) == 0 ? before : 0;
}

WEAK char *setstate(char *state) {
  char *before = current_state();
  return setstate_r(state, &generator) == 0 ? before : 0;
}
