/* NPB IS as a beginner writes it: shared arrays and subscripts, a count of keys for each thread. */
#include <upc_relaxed.h>

#include "is.h"

static shared int key[IS_KEYS];
static shared[IS_RANGE] int count[THREADS][IS_RANGE];
static shared int rank[IS_RANGE]; /* keys up to this one */
static shared long right, wrong;

static void make_keys(void) {
  upc_forall (long i = 0; i < IS_KEYS; i++; &key[i]) {
    uint64_t seed = is_seed(i);
    key[i] = is_key(&seed);
  }
}

static void rank_keys(int iteration) {
  if (MYTHREAD == 0) {
    key[iteration] = iteration;
    key[iteration + IS_ITERATIONS] = IS_RANGE - iteration;
  }
  for (int k = 0; k < IS_RANGE; k++)
    count[MYTHREAD][k] = 0;
  upc_barrier;
  upc_forall (long i = 0; i < IS_KEYS; i++; &key[i])
    count[MYTHREAD][key[i]]++;
  upc_barrier;
  upc_forall (int k = 0; k < IS_RANGE; k++; &rank[k]) {
    int sum = 0;
    for (int t = 0; t < THREADS; t++)
      sum += count[t][k];
    rank[k] = sum;
  }
  upc_barrier;
  if (MYTHREAD == 0)
    for (int k = 1; k < IS_RANGE; k++)
      rank[k] += rank[k - 1];
  upc_barrier;
}

static void check_ranks(int iteration) {
  for (int i = 0; i < IS_TESTS; i++) {
    int k = key[is_test(i).index];
    right += (k > 0 ? rank[k - 1] : 0) == is_rank(i, iteration);
  }
}

/* Thread 0 puts all keys at the places of their ranks and checks the order. */
static shared int order[IS_KEYS];
static void check_order(void) {
  for (long i = 0; i < IS_KEYS; i++)
    order[--rank[key[i]]] = key[i];
  for (long i = 1; i < IS_KEYS; i++)
    wrong += order[i] < order[i - 1];
}

int main(void) {
  make_keys();
  rank_keys(1); /* untimed */
  double start = npb_seconds();
  for (int iteration = 1; iteration <= IS_ITERATIONS; iteration++) {
    rank_keys(iteration);
    if (MYTHREAD == 0)
      check_ranks(iteration);
  }
  upc_barrier;
  if (MYTHREAD != 0)
    return 0;
  double seconds = npb_seconds() - start;
  check_order();
  return is_end(seconds, right, wrong, THREADS);
}
