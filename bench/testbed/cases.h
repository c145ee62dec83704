/* SPDX-License-Identifier: Apache-2.0 */
/* Common part of the test beds in UPC and MPI: the matrix of test cases, sizes, computation. */
#ifndef TESTBED_CASES_H
#define TESTBED_CASES_H

#include <string.h>

#include "measure.h"

enum { LARGEST = 65536, ROUNDS = 20, WARM_UPS = 10, SKEW = 10, SIZES = 16, ALGORITHMS = 4 };

enum {
  BROADCAST = 1,
  SCATTER = 2,
  GATHER = 4,
  GATHER_ALL = 8,
  EXCHANGE = 16,
  PERMUTE = 32,
  ALL = 63
};
static const char *const operations[] = {"broadcast",  "scatter",  "gather",
                                         "gather_all", "exchange", "permute"};
enum { OPERATIONS = sizeof operations / sizeof *operations };

enum sync { ALL_SYNC, MY_SYNC, NO_SYNC };

/* Figure 21. The thesis compares its library in three memory schemes with the pull and push forms
 * of the reference implementation: "default" is our choice, which copies directly where it can;
 * buffered and packets are the schemes with buffers. */
static const struct testcase {
  int number, operations;
  double computation; /* times the call's own time */
  int skew;           /* the last thread computes SKEW times as long */
  int late;           /* threads start one after the other */
  enum sync sync;
  const char *algorithm[ALGORITHMS];
} cases[] = {
    {0, BROADCAST | EXCHANGE, 0.1, 0, 0, ALL_SYNC, {"default", "pull", "push"}},
    {1, ALL, 2, 0, 0, ALL_SYNC, {"default", "pull", "push"}},
    {2, ALL, 2, 0, 0, ALL_SYNC, {"default", "buffered"}},
    {3, BROADCAST | EXCHANGE, 2, 1, 0, ALL_SYNC, {"default", "pull", "push"}},
    {4, BROADCAST, 2, 0, 0, ALL_SYNC, {"default", "pull", "naive_pull"}},
    {5, BROADCAST, 2, 0, 0, ALL_SYNC, {"default", "push", "naive_push"}},
    {6, ALL, 2, 0, 0, ALL_SYNC, {"default", "packets"}},
    {7, BROADCAST | EXCHANGE, 2, 0, 0, MY_SYNC, {"default", "pull", "push"}},
    {8, BROADCAST | EXCHANGE, 2, 0, 0, NO_SYNC, {"default", "pull", "push"}},
    {9, BROADCAST | EXCHANGE, 2, 0, 0, MY_SYNC, {"default", "buffered"}},
    {10, BROADCAST | EXCHANGE, 2, 0, 0, NO_SYNC, {"default", "buffered"}},
    {11, BROADCAST | EXCHANGE, 2, 0, 0, MY_SYNC, {"default", "packets"}},
    {12, BROADCAST | EXCHANGE, 2, 0, 0, NO_SYNC, {"default", "packets"}},
    {13, BROADCAST | EXCHANGE, 2, 0, 1, ALL_SYNC, {"default", "pull", "push"}},
};
enum { CASES = sizeof cases / sizeof *cases };

/* Arithmetic on private data for this time; on a simulated machine only its virtual time. */
#ifdef SIMULATED
#include <upcx_sim.h>
static void compute(double ns) { upcx_sim_compute(ns * 1e-9); }
#else
static void compute(double ns) {
  static volatile double sink;
  double end = now_ns() + ns, x = sink;
  do
    for (int i = 0; i < 20; i++)
      x = x * 0.999 + 1;
  while (now_ns() < end);
  sink = x;
}
#endif

/* Bytes of the calls: those of "sizes=8,65536" among the arguments, or the thesis's range. Returns
 * their number. */
static int sizes_of(int argc, char **argv, size_t sizes[SIZES]) {
  static const size_t usual[] = {8, 64, 1000, 4096, 10000, LARGEST};
  int count = 0;
  if (argc > 1 && strncmp(argv[1], "sizes=", 6) == 0) {
    for (char *word = strtok(argv[1] + 6, ","); word && count < SIZES; word = strtok(0, ","))
      sizes[count++] = strtoul(word, 0, 10);
    return count;
  }
  memcpy(sizes, usual, sizeof usual);
  return sizeof usual / sizeof *usual;
}

/* The time that thread `me` of `threads` computes between two calls, and before the first, if
 * others compute for `ns`. */
static double computation_of(const struct testcase *c, double ns, int me, int threads) {
  return ns * (c->skew && me == threads - 1 ? SKEW : 1);
}
static double delay_of(const struct testcase *c, double ns, int me) {
  return c->late ? SKEW * ns * me : 0;
}

/* "broadcast_case0", and "broadcast_overall_case0" for a whole round. */
struct names {
  char call[40], overall[48];
};

static struct names names_of(const struct testcase *c, int op) {
  struct names names;
  snprintf(names.call, sizeof names.call, "%s_case%d", operations[op], c->number);
  snprintf(names.overall, sizeof names.overall, "%s_overall_case%d", operations[op], c->number);
  return names;
}

#endif
