/* SPDX-License-Identifier: Apache-2.0 */
/* network.upc in MPI: one-sided, and two-sided where named so. Rank 1 waits in a barrier meanwhile,
 * or computes (busy_). */
#include <mpi.h>
#include <stdint.h>
#include <string.h>

#include "measure.h"
#include "network.h"

enum { BUSY_NS = 20000000 };

static char local[NETWORK_LARGEST], *mine;
static MPI_Win window;
static int rank;

static void put_once(long n) {
  MPI_Put(local, (int)n, MPI_BYTE, 1, 0, (int)n, MPI_BYTE, window);
  MPI_Win_flush(1, window);
}
static void get_once(long n) {
  MPI_Get(local, (int)n, MPI_BYTE, 1, 0, (int)n, MPI_BYTE, window);
  MPI_Win_flush(1, window);
}
static void atomic_once(long n) {
  int64_t one = 1, before;
  (void)n;
  MPI_Fetch_and_op(&one, &before, MPI_INT64_T, 1, 0, MPI_SUM, window);
  MPI_Win_flush(1, window);
}

static void repeat(struct measure *m, void (*once)(long n)) {
  int count = network_count(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++)
    once(m->n);
  measure_add(m, start, count);
}
static void put(struct measure *m) { repeat(m, put_once); }
static void get(struct measure *m) { repeat(m, get_once); }
static void atomic_word(struct measure *m) { repeat(m, atomic_once); }

static void busy(struct measure *m, void (*once)(long n)) {
  double start = now_ns(), now = start;
  int count = 0;
  for (; now - start < BUSY_NS / 2 && count < NETWORK_WORDS; count++) {
    once(8);
    now = now_ns();
  }
  measure_add(m, start, count);
}
static void busy_put(struct measure *m) { busy(m, put_once); }
static void busy_get(struct measure *m) { busy(m, get_once); }
static void busy_atomic(struct measure *m) { busy(m, atomic_once); }

static void compute(struct measure *m) {
  volatile double x = 1;
  (void)m;
  for (double start = now_ns(); now_ns() - start < BUSY_NS;)
    for (int i = 0; i < 1000; i++)
      x = x * 1.0000001;
}

static void put_many(struct measure *m) {
  int count = network_many(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++) {
    size_t at = network_place(m->n, i);
    MPI_Put(local + at, (int)m->n, MPI_BYTE, 1, (MPI_Aint)at, (int)m->n, MPI_BYTE, window);
  }
  MPI_Win_flush(1, window);
  measure_add(m, start, count);
}

static void get_many(struct measure *m) {
  int count = network_many(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++) {
    size_t at = network_place(m->n, i);
    MPI_Get(local + at, (int)m->n, MPI_BYTE, 1, (MPI_Aint)at, (int)m->n, MPI_BYTE, window);
  }
  MPI_Win_flush(1, window);
  measure_add(m, start, count);
}

static void barrier(struct measure *m) {
  double start = now_ns();
  for (int i = 0; i < NETWORK_WORDS; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  measure_add(m, start, NETWORK_WORDS);
}

static void ping_pong(struct measure *m) {
  double start = now_ns();
  for (int i = 0; i < NETWORK_WORDS; i++) {
    if (rank == 0)
      MPI_Send(local, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(local, 8, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
      MPI_Send(local, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  }
  measure_add(m, start, NETWORK_WORDS);
}

/* Windows of NETWORK_WINDOW messages, each answered by a word. */
static void send_many(struct measure *m) {
  MPI_Request requests[NETWORK_WINDOW];
  int count = network_many(m->n);
  double start = now_ns();
  for (int i = 0; i < count;) {
    int k = 0;
    for (; k < NETWORK_WINDOW && i < count; k++, i++) {
      char *at = local + network_place(m->n, i);
      if (rank == 0)
        MPI_Isend(at, (int)m->n, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[k]);
      else
        MPI_Irecv(at, (int)m->n, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[k]);
    }
    MPI_Waitall(k, requests, MPI_STATUSES_IGNORE);
  }
  if (rank == 0)
    MPI_Recv(local, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Send(local, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
  measure_add(m, start, count);
}

#define TWO_SIDED .variant = "two-sided"
static struct {
  struct measure m;
  void (*run)(struct measure *m), (*meanwhile)(struct measure *m);
} kinds[] = {{{"put_word", 8}, put},
             {{"get_word", 8}, get},
             {{"atomic_word", 8}, atomic_word},
             {{"busy_put", 8}, busy_put, compute},
             {{"busy_get", 8}, busy_get, compute},
             {{"busy_atomic", 8}, busy_atomic, compute},
             {{"put_many", 8}, put_many},
             {{"barrier", 0}, barrier, barrier},
             {{"ping_pong", 8, TWO_SIDED}, ping_pong, ping_pong},
             {{"put_many", 8, TWO_SIDED}, send_many, send_many},
             {{"put_many", 65536, TWO_SIDED}, send_many, send_many},
             {{"put_many", 262144, TWO_SIDED}, send_many, send_many},
             {{"put_many", 1048576, TWO_SIDED}, send_many, send_many},
             {{"put_many", NETWORK_LARGEST, TWO_SIDED}, send_many, send_many},
             NETWORK_SIZES("put", put),
             NETWORK_SIZES("get", get),
             NETWORK_SIZES("put_many", put_many),
             NETWORK_SIZES("get_many", get_many)};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void run(int k, struct measure *m) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    kinds[k].run(m);
  else if (kinds[k].meanwhile)
    kinds[k].meanwhile(m);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rounds = measure_rounds();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(NETWORK_LARGEST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
  memset(mine, 0, NETWORK_LARGEST);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  for (int round = -1; round < rounds; round++)
    for (int k = 0; k < KINDS; k++) {
      struct measure warm_up = {.n = kinds[k].m.n};
      run(k, round < 0 ? &warm_up : &kinds[k].m);
    }
  for (int k = 0; rank == 0 && k < KINDS; k++)
    measure_print(&kinds[k].m);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
