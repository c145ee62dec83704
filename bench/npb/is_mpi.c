/* SPDX-License-Identifier: Apache-2.0 */
/* NPB IS in C with MPI: the buckets of is.upc; counts by MPI_Allgather, keys by MPI_Alltoallv. */
#include "is.h"
#include "mpi_parts.h"

static int *keys, *sorted; /* own keys: as made, and sorted by buckets */
static int *got;           /* the keys of own buckets, from all ranks */
static int *ranks_of;      /* for each key of the own buckets: how many of `got` are not larger */
static int count[IS_BUCKETS], (*all)[IS_BUCKETS]; /* keys in each bucket, of this rank and of all */
static const int **begin, **next; /* where the keys of each rank begin in `got`; to be moved */
static int *first_of;             /* the first bucket of each rank, then IS_BUCKETS */
static long own, ngot, below;     /* own keys, keys of own buckets, keys in buckets before */
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
  int to[IS_BUCKETS];
  memset(count, 0, sizeof count);
  for (long i = 0; i < own; i++)
    count[keys[i] / IS_WIDTH]++;
  for (int b = 0, n = 0; b < IS_BUCKETS; n += count[b++])
    to[b] = n;
  for (long i = 0; i < own; i++)
    sorted[to[keys[i] / IS_WIDTH]++] = keys[i];
}

/* The first bucket of a rank is the one in which the keys so far reach the share of the ranks
 * before it. */
static void choose_buckets(void) {
  long n = 0;
  int r = 0;
  for (int b = 0; b < IS_BUCKETS; b++) {
    for (; r < ranks && n >= (long)npb_first(IS_KEYS, r); r++) {
      first_of[r] = b;
      below = r == rank ? n : below;
    }
    for (int t = 0; t < ranks; t++)
      n += all[t][b];
  }
  for (; r <= ranks; r++) {
    first_of[r] = IS_BUCKETS;
    below = r == rank ? n : below;
  }
}

/* Keys of one rank in the buckets of another. */
static int keys_between(int sender, int receiver) {
  int n = 0;
  for (int b = first_of[receiver]; b < first_of[receiver + 1]; b++)
    n += all[sender][b];
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
    begin[r] = got + ngot;
    sent += send[r];
    ngot += receive[r];
  }
  MPI_Alltoallv(sorted, send, send_at, MPI_INT, got, receive, receive_at, MPI_INT, MPI_COMM_WORLD);
}

static void rank_keys(void) {
  memcpy(next, begin, ranks * sizeof *next);
  is_rank_buckets(ranks_of, first_of[rank], first_of[rank + 1], next, all, ranks);
}

static int right_ranks(int iteration) {
  int right = 0, low = first_of[rank] * IS_WIDTH;
  for (int i = 0; i < IS_TESTS; i++) {
    int bucket = tests[i] / IS_WIDTH, k = tests[i] - low;
    if (bucket >= first_of[rank] && bucket < first_of[rank + 1])
      right += below + (k > 0 ? ranks_of[k - 1] : 0) == is_rank(i, iteration);
  }
  return right;
}

static int iterate(int iteration) {
  change_keys(iteration);
  sort_keys();
  MPI_Allgather(count, IS_BUCKETS, MPI_INT, all, IS_BUCKETS, MPI_INT, MPI_COMM_WORLD);
  choose_buckets();
  exchange_keys();
  rank_keys();
  return right_ranks(iteration);
}

static long keys_out_of_order(void) {
  int *order = npb_memory(ngot * sizeof *order);
  memcpy(next, begin, ranks * sizeof *next);
  long wrong =
      is_out_of_order(order, ranks_of, first_of[rank], first_of[rank + 1], next, all, ranks);
  free(order);
  return wrong + (npb_sum((double)ngot) != (double)IS_KEYS);
}

/* Distributes the keys of the partial verification to all ranks. */
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
  begin = npb_memory(ranks * sizeof *begin);
  next = npb_memory(ranks * sizeof *next);
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
