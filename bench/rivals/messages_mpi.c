/* SPDX-License-Identifier: Apache-2.0 */
/* One-sided accesses of MPI: the same as runtime/messages.upc and the atomic of
 * runtime/atomics.upc. The last rank waits in a barrier meanwhile. */
#include <mpi.h>
#include <string.h>

#include "measure.h"

/* The last rank checks that the data came. */
enum { LARGEST = 1 << 20, WORDS = 200, PUTS = 1024 };

static char local[LARGEST], got[LARGEST], *mine;
static MPI_Win window;
static int other;

static void get_once(long n) {
  MPI_Get(got, (int)n, MPI_BYTE, other, 0, (int)n, MPI_BYTE, window);
  MPI_Win_flush(other, window);
}

static void put_once(long n) {
  MPI_Put(local, (int)n, MPI_BYTE, other, 0, (int)n, MPI_BYTE, window);
  MPI_Win_flush(other, window);
}

static void add_once(long n) {
  (void)n;
  long one = 1, before;
  MPI_Fetch_and_op(&one, &before, MPI_LONG, other, 0, MPI_SUM, window);
  MPI_Win_flush(other, window);
}

static void repeat(struct measure *m, void (*once)(long n)) {
  int count = m->n == 8 ? WORDS : 1;
  double start = now_ns();
  for (int i = 0; i < count; i++)
    once(m->n);
  measure_add(m, start, count);
}

/* Many puts under way at once: the time of a call, or until all are complete. */
static void inject(struct measure *m, int until_done) {
  int count = m->n > 1024 ? 64 : PUTS;
  double start = now_ns();
  for (int i = 0; i < count; i++)
    MPI_Put(local, (int)m->n, MPI_BYTE, other, 0, (int)m->n, MPI_BYTE, window);
  if (!until_done)
    measure_add(m, start, count);
  MPI_Win_flush(other, window);
  if (until_done)
    measure_add(m, start, count);
}

static struct measure gets[] = {{"get_word", 8}, {"get", 4096}, {"get", 65536}, {"get", LARGEST}};
static struct measure puts_[] = {{"put_word", 8}, {"put", 4096}, {"put", 65536}, {"put", LARGEST}};
static struct measure injected[] = {{"inject", 8}, {"inject", 1024}, {"inject", 8192}};
static struct measure completed[] = {{"put_many", 8}, {"put_many", 1024}, {"put_many", 8192}};
static struct measure atomic = {"atomic_add_other", 8};

static void round_of_all(void) {
  for (int i = 0; i < 4; i++) {
    repeat(&gets[i], get_once);
    repeat(&puts_[i], put_once);
  }
  for (int i = 0; i < 3; i++) {
    inject(&injected[i], 0);
    inject(&completed[i], 1);
  }
  repeat(&atomic, add_once);
}

static void print_all(void) {
  for (int i = 0; i < 4; i++) {
    measure_print(&gets[i]);
    measure_print(&puts_[i]);
  }
  for (int i = 0; i < 3; i++) {
    measure_print(&injected[i]);
    measure_print(&completed[i]);
  }
  measure_print(&atomic);
}

int main(int argc, char **argv) {
  int rank, rounds = measure_rounds();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &other);
  other--;
  MPI_Win_allocate(LARGEST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
  memset(mine, 0, LARGEST);
  memset(local, 1, LARGEST);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  for (int round = 0; rank == 0 && round < rounds; round++)
    round_of_all();
  if (rank == 0)
    print_all();
  MPI_Win_unlock_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == other && mine[LARGEST - 1] != 1) {
    fprintf(stderr, "messages_mpi: what was put is not there\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
}
