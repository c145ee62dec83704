/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of a process in KiB: its own pages, and its share of pages that others also map (Pss of
 * smaps_rollup). */
#ifndef BENCH_PSS_H
#define BENCH_PSS_H

#include <stdio.h>

/* -1: unknown. */
static inline long pss_kib(void) {
  char line[256];
  long kib = -1;
  FILE *f = fopen("/proc/self/smaps_rollup", "r");
  while (f && kib < 0 && fgets(line, sizeof line, f))
    if (sscanf(line, "Pss: %ld kB", &kib) != 1)
      kib = -1;
  if (f)
    fclose(f);
  return kib;
}

/* The line of a result (bench/README.md), in bytes. */
static inline void pss_print(long sum_kib, int threads) {
  printf("{\"name\":\"memory_a_thread\",\"n\":0,\"bytes\":%ld}\n", sum_kib * 1024 / threads);
}

#endif
