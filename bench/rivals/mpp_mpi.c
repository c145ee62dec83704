/* SPDX-License-Identifier: Apache-2.0 */
/* The MPP set with MPI (mpp/mpp.upc): MPI_Alltoall (compared with our largest chunks), MPI_Barrier,
 * MPI_Allreduce, MPI_Bcast with a changing root and MPI_Barrier, and round trips of random pairs by
 * MPI_Send and MPI_Recv. */
#include <mpi.h>
#include <stdint.h>

#include "measure.h"
#include "quantiles.h"

enum { MESSAGE = 1 << 20, CALLS = 20, TRIPS = 50, LARGEST_BROADCAST = 98304 };

static int rank, ranks;
static char from[MESSAGE], to[MESSAGE];

static void alltoall(struct measure *m) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = now_ns();
  MPI_Alltoall(from, MESSAGE / ranks, MPI_BYTE, to, MESSAGE / ranks, MPI_BYTE, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  measure_add(m, start, 1);
}

static void barrier(struct measure *m) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = now_ns();
  for (int i = 0; i < CALLS; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  measure_add(m, start, CALLS);
}

static void allreduce(struct measure *m) {
  uint64_t mine = 1, sum;
  MPI_Barrier(MPI_COMM_WORLD);
  double start = now_ns();
  for (int i = 0; i < CALLS; i++) {
    MPI_Allreduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  measure_add(m, start, CALLS);
}

static void broadcast(struct measure *m) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = now_ns();
  for (int i = 0; i < CALLS; i++) {
    MPI_Bcast(from, (int)m->n, MPI_BYTE, i % ranks, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  measure_add(m, start, CALLS);
}

/* The partner of this process in random pairs that are the same on all; -1: none. */
static int partner(void) {
  int order[1024], other = -1;
  for (int i = 0; i < ranks; i++)
    order[i] = i;
  for (int i = ranks - 1; i > 0; i--) {
    int at = rand() % (i + 1), swapped = order[i];
    order[i] = order[at];
    order[at] = swapped;
  }
  for (int i = 0; i < ranks; i++)
    if (order[i] == rank && (i | 1) < ranks)
      other = order[i ^ 1];
  return other;
}

static void ping_pong(struct measure *m, struct quantiles *trips) {
  uint64_t word = 0;
  int other = partner();
  MPI_Barrier(MPI_COMM_WORLD);
  double first = now_ns();
  for (int i = 0; i < TRIPS && other >= 0; i++) {
    double start = now_ns();
    if (rank < other)
      MPI_Send(&word, 1, MPI_UINT64_T, other, 0, MPI_COMM_WORLD);
    MPI_Recv(&word, 1, MPI_UINT64_T, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank > other)
      MPI_Send(&word, 1, MPI_UINT64_T, other, 0, MPI_COMM_WORLD);
    else
      quantiles_add(trips, now_ns() - start);
  }
  if (rank == 0 && other >= 0)
    measure_add(m, first, TRIPS);
}

int main(int argc, char **argv) {
  static struct measure all = {"mpp_alltoall", 65536}, barriers = {"mpp_barrier"},
                        sum = {"mpp_allreduce", 8};
  static struct measure trips = {"mpp_ping_pong", 8}, broadcasts[16];
  static struct quantiles distribution;
  int rounds = measure_rounds(), sizes = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks > 1024)
    MPI_Abort(MPI_COMM_WORLD, 1);
  srand(1);
  for (long n = 8; n <= LARGEST_BROADCAST; n *= 4)
    broadcasts[sizes++] = (struct measure){"mpp_broadcast", n};
  for (int round = 0; round < rounds; round++) {
    alltoall(&all);
    barrier(&barriers);
    allreduce(&sum);
    for (int i = 0; i < sizes; i++)
      broadcast(&broadcasts[i]);
    ping_pong(&trips, &distribution);
  }
  MPI_Reduce(rank == 0 ? MPI_IN_PLACE : (void *)&distribution, &distribution, QUANTILES_WORDS,
             MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    measure_print(&all);
    measure_print(&barriers);
    measure_print(&sum);
    for (int i = 0; i < sizes; i++)
      measure_print(&broadcasts[i]);
    measure_print(&trips);
    quantiles_print(&distribution, "mpp_ping_pong_quantile");
  }
  MPI_Finalize();
}
