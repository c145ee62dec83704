/* SPDX-License-Identifier: Apache-2.0 */
/* gups.upc in MPI: each update by MPI_Accumulate, and in bulk by MPI_Alltoallv. */
#include <mpi.h>
#include <stdlib.h>

#include "gups.h"
#include "measure.h"

static uint64_t *table, state;
static MPI_Win window;
static int rank, ranks;

static void update(struct measure *m) {
  static uint64_t values[GUPS_UPDATES];
  double start = now_ns();
  for (int i = 0; i < GUPS_UPDATES; i++) {
    uint64_t r = values[i] = gups_next(&state), at = r % ((uint64_t)GUPS_TABLE * (uint64_t)ranks);
    MPI_Accumulate(&values[i], 1, MPI_UINT64_T, (int)(at / GUPS_TABLE), (MPI_Aint)(at % GUPS_TABLE),
                   1, MPI_UINT64_T, MPI_BXOR, window);
  }
  MPI_Win_flush_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  measure_add(m, start, GUPS_UPDATES);
}

/* Updates in the order of their owners, and how many each has. */
static void sort_bulk(uint64_t *sorted, int *counts, int *starts) {
  uint64_t fresh[GUPS_BULK];
  int next[THREADS_MOST];
  for (int i = 0; i < ranks; i++)
    counts[i] = 0;
  for (int i = 0; i < GUPS_BULK; i++) {
    fresh[i] = gups_next(&state);
    counts[fresh[i] % ((uint64_t)GUPS_TABLE * (uint64_t)ranks) / GUPS_TABLE]++;
  }
  for (int i = 0, sum = 0; i < ranks; sum += counts[i++])
    starts[i] = next[i] = sum;
  for (int i = 0; i < GUPS_BULK; i++)
    sorted[next[fresh[i] % ((uint64_t)GUPS_TABLE * (uint64_t)ranks) / GUPS_TABLE]++] = fresh[i];
}

static void bulk(struct measure *m) {
  static uint64_t mine[GUPS_BULK], theirs[GUPS_BULK * THREADS_MOST];
  int counts[THREADS_MOST], starts[THREADS_MOST], come[THREADS_MOST], places[THREADS_MOST];
  double start = now_ns();
  for (int done = 0; done < GUPS_UPDATES; done += GUPS_BULK) {
    int sum = 0;
    sort_bulk(mine, counts, starts);
    MPI_Alltoall(counts, 1, MPI_INT, come, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < ranks; sum += come[i++])
      places[i] = sum;
    MPI_Alltoallv(mine, counts, starts, MPI_UINT64_T, theirs, come, places, MPI_UINT64_T,
                  MPI_COMM_WORLD);
    for (int i = 0; i < sum; i++)
      table[theirs[i] % ((uint64_t)GUPS_TABLE * (uint64_t)ranks) % GUPS_TABLE] ^= theirs[i];
  }
  MPI_Barrier(MPI_COMM_WORLD);
  measure_add(m, start, GUPS_UPDATES);
}

int main(int argc, char **argv) {
  static struct measure one_by_one = {"update", 8}, in_bulk = {"update_bulk", 8};
  int rounds = measure_rounds();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win_allocate(GUPS_TABLE * sizeof *table, sizeof *table, MPI_INFO_NULL, MPI_COMM_WORLD, &table,
                   &window);
  for (int i = 0; i < GUPS_TABLE; i++)
    table[i] = 0;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  for (int round = 0; round < rounds; round++) {
    struct measure *kinds[] = {&one_by_one, &in_bulk};
    for (int k = 0; k < 2; k++) {
      state = gups_seed(rank, round);
      MPI_Barrier(MPI_COMM_WORLD);
      (k == 0 ? update : bulk)(kinds[k]);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < GUPS_TABLE; i++)
    if (table[i] != 0) {
      fprintf(stderr, "gups_mpi: rank %d has a word that lost an update\n", rank);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  if (rank == 0) {
    measure_print(&one_by_one);
    measure_print(&in_bulk);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
