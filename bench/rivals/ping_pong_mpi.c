/* SPDX-License-Identifier: Apache-2.0 */
/* Round trips between the first and the last rank with MPI_Send and MPI_Recv, and with MPI_Put into
 * a window. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

/* WINDOW: whole pages. With other sizes, MPICH 4.0 of Debian 12 loses puts to all ranks but the
 * first. */
enum { LARGEST = 65536, WINDOW = LARGEST + 4096, TRIPS = 100, SIZES = 5 };
static const long sizes[SIZES] = {8, 64, 1024, 4096, LARGEST};

static int rank, last;
static char source[LARGEST], target[LARGEST];
static MPI_Win window;
static char *mine; /* LARGEST bytes of data, then the flag */

static void send(long n, long trip, int other) {
  (void)trip;
  MPI_Send(source, (int)n, MPI_BYTE, other, 0, MPI_COMM_WORLD);
}

static void receive(long n, long trip, int other) {
  (void)trip;
  MPI_Recv(target, (int)n, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Data, complete there, then the flag. */
static void put(long n, long trip, int other) {
  MPI_Put(source, (int)n, MPI_BYTE, other, 0, (int)n, MPI_BYTE, window);
  MPI_Win_flush(other, window);
  MPI_Put(&trip, 1, MPI_LONG, other, LARGEST, 1, MPI_LONG, window);
  MPI_Win_flush(other, window);
}

static void wait_for_flag(long n, long trip, int other) {
  (void)n;
  (void)other;
  int flag;
  while (*(volatile long *)(mine + LARGEST) != trip) {
    MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); /* progress */
    MPI_Win_sync(window);
  }
}

static struct kind {
  const char *name;
  void (*to)(long n, long trip, int other), (*from)(long n, long trip, int other);
  struct measure m[SIZES];
} kinds[] = {{"ping_pong", send, receive, {{0}}}, {"ping_pong_put", put, wait_for_flag, {{0}}}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void trips(struct kind *k, int size, long from) {
  int other = last - rank;
  double start = now_ns();
  for (long trip = from + 1; trip <= from + TRIPS; trip++) {
    if (rank == 0)
      k->to(sizes[size], trip, other);
    k->from(sizes[size], trip, other);
    if (rank != 0)
      k->to(sizes[size], trip, other);
  }
  k->m[size].name = k->name;
  k->m[size].n = sizes[size];
  measure_add(&k->m[size], start, TRIPS);
}

int main(int argc, char **argv) {
  int rounds = measure_rounds();
  long from = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &last);
  last--;
  MPI_Win_allocate(WINDOW, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
  memset(mine, 0, WINDOW);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < KINDS; k++)
      for (int size = 0; size < SIZES; size++, from += TRIPS) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 || rank == last)
          trips(&kinds[k], size, from);
      }
  for (int k = 0; rank == 0 && k < KINDS; k++)
    for (int size = 0; size < SIZES; size++)
      measure_print(&kinds[k].m[size]);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
