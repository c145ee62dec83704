/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by all forms of an application: rounds, the measurement that it prints, its exit
 * status. */
#ifndef BENCH_APP_H
#define BENCH_APP_H

#include <stdio.h>
#include <stdlib.h>

#include "measure.h"
#include "mix.h"

/* Rounds of the timed part: at most 5, since each takes milliseconds or more. */
static inline int app_rounds(void) {
  int rounds = measure_rounds();
  return rounds > 5 ? 5 : rounds;
}

/* Prints the measurement, in ns per element. Returns the status for main: 1 if the result is
 * wrong. */
static inline int app_end(struct measure *m, long wrong) {
  if (wrong) {
    fprintf(stderr, "%s: %ld wrong results\n", m->name, wrong);
    return 1;
  }
  measure_print(m);
  return 0;
}

#endif
