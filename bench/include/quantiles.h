/* SPDX-License-Identifier: Apache-2.0 */
/* The distribution of single times: a histogram with a logarithmic scale, printed as quantiles. */
#ifndef BENCH_QUANTILES_H
#define BENCH_QUANTILES_H

#include <math.h>
#include <stdio.h>

enum { QUANTILES_BINS = 1200, QUANTILES_A_DECADE = 150 }; /* bins of 1.5 %, from 1 ns to 100 ms */

struct quantiles {
  long bin[QUANTILES_BINS], count;
};

enum { QUANTILES_WORDS = QUANTILES_BINS + 1 }; /* size in longs: histograms can be added */

static inline void quantiles_add(struct quantiles *q, double ns) {
  int bin = ns <= 1 ? 0 : (int)(log10(ns) * QUANTILES_A_DECADE);
  q->bin[bin < QUANTILES_BINS ? bin : QUANTILES_BINS - 1]++;
  q->count++;
}

/* The time below which a part `share` of all lies: the middle of its bin. */
static inline double quantiles_at(const struct quantiles *q, double share) {
  long seen = 0;
  for (int i = 0; i < QUANTILES_BINS; i++) {
    seen += q->bin[i];
    if ((double)seen >= share * (double)q->count)
      return pow(10, (i + 0.5) / QUANTILES_A_DECADE);
  }
  return 0;
}

/* A line for each quantile; n is the quantile in thousandths. */
static inline void quantiles_print(const struct quantiles *q, const char *name) {
  static const int at[] = {1, 10, 100, 250, 500, 750, 900, 990, 999};
  for (unsigned i = 0; q->count && i < sizeof at / sizeof *at; i++)
    printf("{\"name\":\"%s\",\"n\":%d,\"ns\":%.2f}\n", name, at[i],
           quantiles_at(q, at[i] / 1000.0));
}

#endif
