/* SPDX-License-Identifier: Apache-2.0 */
/* NPB IS in C with OpenMP: the buckets of is.upc in one array that all threads share. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "is.h"

static int key[IS_KEYS], sorted[IS_KEYS], order[IS_KEYS];
static int rank[IS_RANGE];       /* keys up to this one */
static int (*count)[IS_BUCKETS]; /* of each thread */
static int start_of[IS_BUCKETS + 1];

/* Replaces the caller's count in each bucket by the place of its first key. */
static void place_buckets(void) {
  int n = 0, threads = omp_get_num_threads();
  for (int b = 0; b < IS_BUCKETS; b++) {
    start_of[b] = n;
    for (int t = 0; t < threads; t++) {
      int keys = count[t][b];
      count[t][b] = n;
      n += keys;
    }
  }
  start_of[IS_BUCKETS] = n;
}

static void rank_bucket(int b) {
  int *own = rank + b * IS_WIDTH;
  memset(own, 0, IS_WIDTH * sizeof *own);
  for (int i = start_of[b]; i < start_of[b + 1]; i++)
    rank[sorted[i]]++;
  own[0] += start_of[b];
  for (int k = 1; k < IS_WIDTH; k++)
    own[k] += own[k - 1];
}

static void rank_keys(int iteration) {
  key[iteration] = iteration;
  key[iteration + IS_ITERATIONS] = IS_RANGE - iteration;
#pragma omp parallel
  {
    int *own = count[omp_get_thread_num()];
    memset(own, 0, sizeof *count);
#pragma omp for schedule(static)
    for (long i = 0; i < IS_KEYS; i++)
      own[key[i] / IS_WIDTH]++;
#pragma omp single
    place_buckets();
#pragma omp for schedule(static)
    for (long i = 0; i < IS_KEYS; i++)
      sorted[own[key[i] / IS_WIDTH]++] = key[i];
#pragma omp for schedule(dynamic, 8)
    for (int b = 0; b < IS_BUCKETS; b++)
      rank_bucket(b);
  }
}

static int right_ranks(int iteration) {
  int right = 0;
  for (int i = 0; i < IS_TESTS; i++) {
    int k = key[is_test(i).index];
    right += (k > 0 ? rank[k - 1] : 0) == is_rank(i, iteration);
  }
  return right;
}

static long keys_out_of_order(void) {
  long wrong = 0;
  for (long i = 0; i < IS_KEYS; i++)
    order[--rank[key[i]]] = key[i];
  for (long i = 1; i < IS_KEYS; i++)
    wrong += order[i] < order[i - 1];
  return wrong;
}

int main(void) {
  count = malloc(omp_get_max_threads() * sizeof *count);
  if (count == NULL)
    return 2;
#pragma omp parallel for schedule(static)
  for (long i = 0; i < IS_KEYS; i++) {
    uint64_t seed = is_seed(i);
    key[i] = is_key(&seed);
  }
  rank_keys(1); /* untimed */
  long right = 0;
  double start = npb_seconds();
  for (int iteration = 1; iteration <= IS_ITERATIONS; iteration++) {
    rank_keys(iteration);
    right += right_ranks(iteration);
  }
  double seconds = npb_seconds() - start;
  return is_end(seconds, right, keys_out_of_order(), omp_get_max_threads());
}
