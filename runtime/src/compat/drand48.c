/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700
/* The drand48 family with a state for each UPC thread. The same seed gives the C library's
 * numbers. */
#include <stdlib.h>

#include "../base/atomics.h"

#define WEAK __attribute__((weak))

static UPCR_PER_THREAD struct drand48_data generator;

WEAK double drand48(void) {
  double number = 0;
  drand48_r(&generator, &number);
  return number;
}

WEAK double erand48(unsigned short xsubi[3]) {
  double number = 0;
  erand48_r(xsubi, &generator, &number);
  return number;
}

WEAK long lrand48(void) {
  long number = 0;
  lrand48_r(&generator, &number);
  return number;
}

WEAK long nrand48(unsigned short xsubi[3]) {
  long number = 0;
  nrand48_r(xsubi, &generator, &number);
  return number;
}

WEAK long mrand48(void) {
  long number = 0;
  mrand48_r(&generator, &number);
  return number;
}

WEAK long jrand48(unsigned short xsubi[3]) {
  long number = 0;
  jrand48_r(xsubi, &generator, &number);
  return number;
}

WEAK void srand48(long seed) { srand48_r(seed, &generator); }

WEAK unsigned short *seed48(unsigned short seed16v[3]) {
  seed48_r(seed16v, &generator);
  return generator.__old_x;
}

WEAK void lcong48(unsigned short param[7]) { lcong48_r(param, &generator); }
