/* SPDX-License-Identifier: Apache-2.0 */
/* NPB IS in C with MPI: the buckets of is.upc; counts by MPI_Allgather, keys by MPI_Alltoallv. */
#include "is.h"
#include "mpi_parts.h"

#define BUCKETS (IS_RANGE < 1024 ? IS_RANGE : 1024)
#define WIDTH (IS_RANGE / BUCKETS)

static int *keys, *sorted, *got,
    *ranks_of; /* own keys; by buckets; those of own buckets; keys up to each */
static int count[BUCKETS], (*all)[BUCKETS]; /* keys in each bucket, of this rank and of all */
static int *first_of;                       /* the first bucket of each rank, then BUCKETS */
static long own, ngot, below; /* own keys, keys of own buckets, keys in buckets before */
static int tests[IS_TESTS];

static void make_keys(void) {
  long from = npb_first(IS_KEYS, rank);
  own = npb_first(IS_KEYS, rank + 1) - from;
  keys = npb_memory(own * sizeof *keys);
  sorted = npb_memory(own * sizeof *sorted);
  uint64_t seed = is_seed(from);
  for (long i = 0; i < own; i++)
    keys[i] = is_key(&seed);
}

static void change_keys(int iteration) {
  long from = npb_first(IS_KEYS, rank);
  const int index[] = {iteration, iteration + IS_ITERATIONS};
  const int key[] = {iteration, IS_RANGE - iteration};
  for (int i = 0; i < 2; i++)
    if (index[i] >= from && index[i] < from + own)
      keys[index[i] - from] = key[i];
}

static void sort_keys(void) {
  int next[BUCKETS];
  memset(count, 0, sizeof count);
  for (long i = 0; i < own; i++)
    count[keys[i] / WIDTH]++;
  for (int b = 0, n = 0; b < BUCKETS; n += count[b++])
    next[b] = n;
  for (long i = 0; i < own; i++)
    sorted[next[keys[i] / WIDTH]++] = keys[i];
}

/* The first bucket of a rank is the one in which the keys before it reach their share. */
static void choose_buckets(void) {
  long n = 0;
  int r = 0;
  for (int b = 0; b < BUCKETS; b++) {
    for (; r < ranks && n >= (long)npb_first(IS_KEYS, r); r++) {
      first_of[r] = b;
      below = r == rank ? n : below;
    }
    for (int t = 0; t < ranks; t++)
      n += all[t][b];
  }
  for (; r <= ranks; r++) {
    first_of[r] = BUCKETS;
    below = r == rank ? n : below;
  }
}

/* Keys of rank `from` in the buckets of rank `to`. */
static int keys_between(int from, int to) {
  int n = 0;
  for (int b = first_of[to]; b < first_of[to + 1]; b++)
    n += all[from][b];
  return n;
}

static void exchange_keys(void) {
  int send[ranks], send_at[ranks], receive[ranks], receive_at[ranks];
  int sent = 0;
  ngot = 0;
  for (int r = 0; r < ranks; r++) {
    send[r] = keys_between(rank, r);
    receive[r] = keys_between(r, rank);
    send_at[r] = sent;
    receive_at[r] = (int)ngot;
    sent += send[r];
    ngot += receive[r];
  }
  MPI_Alltoallv(sorted, send, send_at, MPI_INT, got, receive, receive_at, MPI_INT, MPI_COMM_WORLD);
}

static void rank_keys(void) {
  int low = first_of[rank] * WIDTH, n = (first_of[rank + 1] - first_of[rank]) * WIDTH;
  memset(ranks_of, 0, n * sizeof *ranks_of);
  for (long i = 0; i < ngot; i++)
    ranks_of[got[i] - low]++;
  for (int k = 1; k < n; k++)
    ranks_of[k] += ranks_of[k - 1];
}

static int right_ranks(int iteration) {
  int right = 0, low = first_of[rank] * WIDTH;
  for (int i = 0; i < IS_TESTS; i++) {
    int bucket = tests[i] / WIDTH, k = tests[i] - low;
    if (bucket >= first_of[rank] && bucket < first_of[rank + 1])
      right += below + (k > 0 ? ranks_of[k - 1] : 0) == is_rank(i, iteration);
  }
  return right;
}

static int iterate(int iteration) {
  change_keys(iteration);
  sort_keys();
  MPI_Allgather(count, BUCKETS, MPI_INT, all, BUCKETS, MPI_INT, MPI_COMM_WORLD);
  choose_buckets();
  exchange_keys();
  rank_keys();
  return right_ranks(iteration);
}

static long keys_out_of_order(void) {
  int *order = npb_memory(ngot * sizeof *order), low = first_of[rank] * WIDTH,
      high = first_of[rank + 1] * WIDTH;
  for (long i = 0; i < ngot; i++)
    order[--ranks_of[got[i] - low]] = got[i];
  long wrong = 0;
  for (long i = 0; i < ngot; i++)
    wrong += order[i] < low || order[i] >= high || (i > 0 && order[i] < order[i - 1]);
  free(order);
  return wrong + (npb_sum((double)ngot) != (double)IS_KEYS);
}

/* Every rank learns the keys of the partial verification. */
static void share_tests(void) {
  int mine[IS_TESTS] = {0};
  long from = npb_first(IS_KEYS, rank);
  for (int i = 0; i < IS_TESTS; i++) {
    long index = is_test(i).index - from;
    if (index >= 0 && index < own)
      mine[i] = keys[index];
  }
  MPI_Allreduce(mine, tests, IS_TESTS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  npb_start(&argc, &argv);
  make_keys();
  all = npb_memory(ranks * sizeof *all);
  first_of = npb_memory((ranks + 1) * sizeof *first_of);
  got = npb_memory(IS_KEYS * sizeof *got);
  ranks_of = npb_memory(IS_RANGE * sizeof *ranks_of);
  share_tests();
  iterate(1); /* untimed */
  MPI_Barrier(MPI_COMM_WORLD);
  long right = 0;
  double start = npb_seconds();
  for (int iteration = 1; iteration <= IS_ITERATIONS; iteration++)
    right += iterate(iteration);
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = npb_seconds() - start;
  double correct = npb_sum((double)right), wrong = npb_sum((double)keys_out_of_order());
  return npb_finish(rank == 0 ? is_end(seconds, (long)correct, (long)wrong, ranks) : 0);
}
