/* SPDX-License-Identifier: Apache-2.0 */
/* Random updates in MPI: sorted by owner, sent in blocks by MPI_Alltoallv, applied by the owner. */
#include <mpi.h>

#include "gups_app.h"

enum { BATCH = 1024, RANKS_MOST = 16 };
static uint64_t *table; /* the rank's words: place / ranks */
static int rank, ranks;

/* Generates the next updates in the order of their owners, with count and start for each owner. */
static void sort_batch(uint64_t *r, uint64_t *sorted, int *counts, int *starts) {
  uint64_t fresh[BATCH];
  int next[RANKS_MOST];
  memset(counts, 0, (size_t)ranks * sizeof *counts);
  for (int k = 0; k < BATCH; k++) {
    fresh[k] = gups_next(r);
    counts[fresh[k] % (uint64_t)ranks]++;
  }
  for (int i = 0, sum = 0; i < ranks; sum += counts[i++])
    starts[i] = next[i] = sum;
  for (int k = 0; k < BATCH; k++)
    sorted[next[fresh[k] % (uint64_t)ranks]++] = fresh[k];
}

static void updates(int round) {
  static uint64_t mine[BATCH], theirs[BATCH * RANKS_MOST];
  int counts[RANKS_MOST], starts[RANKS_MOST], come[RANKS_MOST], places[RANKS_MOST];
  uint64_t r = gups_seed(rank, round);
  for (long done = 0; done < UPDATES; done += BATCH) {
    int sum = 0;
    sort_batch(&r, mine, counts, starts);
    MPI_Alltoall(counts, 1, MPI_INT, come, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < ranks; sum += come[i++])
      places[i] = sum;
    MPI_Alltoallv(mine, counts, starts, MPI_UINT64_T, theirs, come, places, MPI_UINT64_T,
                  MPI_COMM_WORLD);
    for (int k = 0; k < sum; k++)
      table[(theirs[k] & MASK) / (uint64_t)ranks] ^= theirs[k];
  }
}

/* The number of wrong words, on rank 0. */
static long check(int rounds) {
  long own = WORDS / ranks, wrong = 0;
  uint64_t *parts = rank == 0 ? malloc(WORDS * sizeof *parts) : 0;
  MPI_Gather(table, (int)own, MPI_UINT64_T, parts, (int)own, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    uint64_t *whole = malloc(WORDS * sizeof *whole);
    for (long i = 0; i < WORDS; i++)
      whole[i] = parts[i % ranks * own + i / ranks];
    wrong = gups_wrong(whole, ranks, rounds);
    free(whole);
  }
  free(parts);
  return wrong;
}

int main(int argc, char **argv) {
  static struct measure m = {"gups", GUPS_BYTES};
  int rounds = app_rounds(), status = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  table = malloc(WORDS / ranks * sizeof *table);
  for (long i = 0; i < WORDS / ranks; i++)
    table[i] = (uint64_t)(i * ranks + rank);
  for (int round = 0; round < rounds; round++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_ns();
    updates(round);
    MPI_Barrier(MPI_COMM_WORLD);
    measure_add(&m, start, (long)UPDATES * ranks);
  }
  long wrong = check(rounds);
  if (rank == 0)
    status = app_end(&m, wrong);
  MPI_Finalize();
  return status;
}
