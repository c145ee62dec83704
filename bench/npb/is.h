/* SPDX-License-Identifier: Apache-2.0 */
/* IS (RNR-94-007, section 2.4.5): ranks of integer keys, ten times. */
#ifndef NPB_IS_H
#define NPB_IS_H

#include <string.h>

#include "random.h"
#include "report.h"
#include "timer.h"

#define IS_ITERATIONS 10
#define IS_TESTS 5

#if NPB_CLASS == NPB_CLASS_S
#define IS_KEYS_LOG 16
#define IS_RANGE_LOG 11
#elif NPB_CLASS == NPB_CLASS_W
#define IS_KEYS_LOG 20
#define IS_RANGE_LOG 16
#elif NPB_CLASS == NPB_CLASS_A
#define IS_KEYS_LOG 23
#define IS_RANGE_LOG 19
#else
#define IS_KEYS_LOG 25
#define IS_RANGE_LOG 21
#endif
#define IS_KEYS (1L << IS_KEYS_LOG)
#define IS_RANGE (1 << IS_RANGE_LOG) /* keys are 0 to IS_RANGE - 1 */
#define IS_BUCKETS (IS_RANGE < 1024 ? IS_RANGE : 1024)
#define IS_WIDTH (IS_RANGE / IS_BUCKETS) /* keys that share a bucket */

/* The key is the mean of four random numbers. */
static inline int is_key(uint64_t *seed) {
  double sum = npb_random(seed);
  sum += npb_random(seed);
  sum += npb_random(seed);
  sum += npb_random(seed);
  return (int)(IS_RANGE / 4 * sum);
}

/* The seed before the key with this index. */
static inline uint64_t is_seed(long index) { return npb_jump(NPB_SEED, 4 * (uint64_t)index); }

/* Ranks the keys of buckets first to last - 1, which `parts` threads have: keys[t] are those of
 * thread t, sorted by bucket, with count[t][b] keys in bucket b. Sets rank[k - first * IS_WIDTH] to
 * the number of these keys up to k, and moves keys[t] past the last key. Goes bucket by bucket, so
 * the changing ranks stay in the cache. */
static inline void is_rank_buckets(int *restrict rank, int first, int last, const int **keys,
                                   const int (*count)[IS_BUCKETS], int parts) {
  int up_to = 0;
  for (int b = first; b < last; b++, rank += IS_WIDTH) {
    memset(rank, 0, IS_WIDTH * sizeof *rank);
    for (int t = 0; t < parts; t++) {
      const int *end = keys[t] + count[t][b];
      for (const int *key = keys[t]; key < end; key++)
        rank[*key - b * IS_WIDTH]++;
      keys[t] = end;
    }
    for (int k = 0; k < IS_WIDTH; k++)
      up_to = rank[k] += up_to;
  }
}

/* Full verification: how many of these keys are not at the place of their rank; `order` has room
 * for all keys. */
static inline long is_out_of_order(int *order, int *rank, int first, int last, const int **keys,
                                   const int (*count)[IS_BUCKETS], int parts) {
  long n = 0, wrong = 0;
  int low = first * IS_WIDTH, high = last * IS_WIDTH;
  for (int b = first; b < last; b++)
    for (int t = 0; t < parts; t++)
      for (int i = count[t][b]; i > 0; i--, n++, keys[t]++)
        order[--rank[*keys[t] - low]] = *keys[t];
  for (long i = 0; i < n; i++)
    wrong += order[i] < low || order[i] >= high || (i > 0 && order[i] < order[i - 1]);
  return wrong;
}

/* Partial verification: the index of a key, and the published number of smaller keys in iteration
 * 0. Whether that number grows or falls as iterations change two keys depends on the key. */
struct is_test {
  int index, rank;
  int shift; /* 1: rank + iteration + offset; -1: rank - iteration - offset */
  int offset;
};

static inline struct is_test is_test(int i) {
#if NPB_CLASS == NPB_CLASS_S
  static const int index[] = {48427, 17148, 23627, 62548, 4431};
  static const int rank[] = {0, 18, 346, 64917, 65463};
  return (struct is_test){index[i], rank[i], i <= 2 ? 1 : -1, 0};
#elif NPB_CLASS == NPB_CLASS_W
  static const int index[] = {357773, 934767, 875723, 898999, 404505};
  static const int rank[] = {1249, 11698, 1039987, 1043896, 1048018};
  return (struct is_test){index[i], rank[i], i < 2 ? 1 : -1, i < 2 ? -2 : 0};
#elif NPB_CLASS == NPB_CLASS_A
  static const int index[] = {2112377, 662041, 5336171, 3642833, 4250760};
  static const int rank[] = {104, 17523, 123928, 8288932, 8388264};
  return (struct is_test){index[i], rank[i], i <= 2 ? 1 : -1, -1};
#else
  static const int index[] = {41869, 812306, 5102857, 18232239, 26860214};
  static const int rank[] = {33422937, 10244, 59149, 33135281, 99};
  return (struct is_test){index[i], rank[i], i == 0 || i == 3 ? -1 : 1, 0};
#endif
}

/* The published number of keys smaller than that of test i in `iteration`, counted from 1. */
static inline int is_rank(int i, int iteration) {
  struct is_test test = is_test(i);
  return test.rank + test.shift * (iteration + test.offset);
}

/* Prints the report; returns the status for main. `tests`: correct ranks, of IS_TESTS in each
 * iteration; `wrong`: keys out of order at the end. */
static inline int is_end(double seconds, long tests, long wrong, int threads) {
  printf(" ranks right  = %ld of %d\n keys out of order = %ld\n", tests, IS_TESTS * IS_ITERATIONS,
         wrong);
  char size[32];
  snprintf(size, sizeof size, "%ld", IS_KEYS);
  return npb_report(&(struct npb_result){"IS", size, IS_ITERATIONS, seconds,
                                         (double)IS_ITERATIONS * IS_KEYS, "keys ranked",
                                         tests == IS_TESTS * IS_ITERATIONS && wrong == 0},
                    threads);
}

#endif
