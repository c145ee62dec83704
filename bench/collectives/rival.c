/* SPDX-License-Identifier: Apache-2.0 */
/* The same with MPI: mpicc -O2 -I../include rival.c; mpirun -n 2 ./a.out name=openmpi [op=...]
 * [mode=...] [most=BYTES | sizes=BYTES,...].
 *
 * "synchronised" and "round" are the MPI call followed by MPI_Barrier, which is what
 * UPC_IN_ALLSYNC|UPC_OUT_ALLSYNC promises at the least; elsewhere it is the call alone. Where UPC
 * computes over all elements, each process works on its own first. */
#include "measure.h"
#include "relocalise_mpi.h"

static int me, threads;
static char *src, *dst;
static size_t at; /* where the call's data begin */

static void reduce(const long *from, long *to, size_t count) {
  long sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += from[i];
  MPI_Reduce(&sum, to, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void prefix_reduce(const long *from, long *to, size_t count) {
  long sum = 0, before = 0;
  for (size_t i = 0; i < count; i++)
    to[i] = sum += from[i];
  MPI_Scan(&sum, &before, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  before -= sum;
  for (size_t i = 0; i < count; i++)
    to[i] += before;
}

static void call(enum operation op, size_t size) {
  int n = (int)size, count = n / (int)sizeof(long);
  char *from = src + at, *to = dst + at;
  switch (op) {
  case REDUCE:
    reduce((long *)from, (long *)to, (size_t)count);
    break;
  case PREFIX_REDUCE:
    prefix_reduce((long *)from, (long *)to, (size_t)count);
    break;
  case REDUCE_ALL:
    MPI_Allreduce(from, to, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    break;
  case REDUCE_SCATTER:
    MPI_Reduce_scatter_block(from, to, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    break;
  case REDUCE_VECTOR:
    MPI_Reduce(from, to, count, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    break;
  default:
    relocalise((enum relocalisation)op, from, to, n, me, threads);
  }
}

static void touch_source(enum operation op, size_t n, int round) {
  write_all(src + at, n * (size_t)source_blocks(op, me, threads), round);
}

static void touch_result(enum operation op, size_t n) {
  const char *from = op == BROADCAST && me == 0 ? src : dst;
  read_all(from + at, result_bytes(op, n, me, threads));
}

/* The mean over the rounds of the largest of the processes' times; on process 0. */
static double mean_of_slowest(const double *mine, int rounds) {
  double slowest[ROUNDS_MOST] = {0}, sum = 0;
  MPI_Reduce(mine, slowest, rounds, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  for (int i = 0; i < rounds; i++)
    sum += slowest[i];
  return sum / rounds;
}

static double synchronised(enum operation op, size_t n, int rounds) {
  double mine[ROUNDS_MOST];
  for (int i = 0; i < rounds; i++) {
    touch_source(op, n, i);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_ns();
    call(op, n);
    MPI_Barrier(MPI_COMM_WORLD);
    mine[i] = now_ns() - start;
    MPI_Barrier(MPI_COMM_WORLD);
    touch_result(op, n);
  }
  return mean_of_slowest(mine, rounds);
}

/* From the first process's start to the last one's end, by the one clock of a node; on process 0.
 */
static double whole_batch(double start, double end) {
  double first = start, last = end;
  MPI_Reduce(&start, &first, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
  MPI_Reduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  return last - first;
}

/* One call after the other, with writing and reading, each ended by a barrier or not. */
static double in_a_loop(enum operation op, size_t n, int rounds, int synchronises) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = now_ns();
  for (int i = 0; i < rounds; i++) {
    touch_source(op, n, i);
    call(op, n);
    if (synchronises)
      MPI_Barrier(MPI_COMM_WORLD);
    touch_result(op, n);
  }
  double end = now_ns(), mean = (end - start) / rounds;
  return oversubscribed(threads) ? whole_batch(start, end) / rounds : mean_of_slowest(&mean, 1);
}

static double streamed(enum operation op, size_t n, int rounds) {
  return in_a_loop(op, n, rounds, 0);
}

static double in_rounds(enum operation op, size_t n, int rounds) {
  return in_a_loop(op, n, rounds, 1);
}

static double nosync(enum operation op, size_t n, int rounds) {
  double mine[ROUNDS_MOST];
  size_t apart = n * (size_t)threads, end = DISJOINT * apart;
  for (int i = 0; i < rounds; i++) {
    for (at = 0; at < end; at += apart)
      touch_source(op, n, i);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_ns();
    for (at = 0; at < end; at += apart)
      call(op, n);
    MPI_Barrier(MPI_COMM_WORLD);
    mine[i] = (now_ns() - start) / DISJOINT;
    MPI_Barrier(MPI_COMM_WORLD);
    for (at = 0; at < end; at += apart)
      touch_result(op, n);
    at = 0;
  }
  return mean_of_slowest(mine, rounds);
}

static double (*const ways[MODES])(enum operation, size_t, int) = {synchronised, streamed, nosync,
                                                                   in_rounds};

static void measure(const char *name, enum operation op, enum mode mode, size_t n) {
  double ns[BATCHES_MOST];
  int turns = batches(n);
  ways[mode](op, n, 1);
  for (int turn = 0; turn < turns; turn++)
    ns[turn] = ways[mode](op, n, rounds_of(n, mode == STREAMED ? 1 : threads));
  if (me == 0)
    report(name, operations[op], modes[mode], 0, n, threads, ns, turns);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  const char *name = argument(argc, argv, "name");
  size_t room = room_of(argc, argv, threads);
  src = calloc(room, 1);
  dst = calloc(room, 1);
  if (!src || !dst)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int op = 0; op < OPERATIONS; op++)
    for (int m = 0; m < MODES; m++)
      for (size_t n = 0; (n = next_size(argc, argv, n));)
        if (wanted(argc, argv, "op", operations[op]) && wanted(argc, argv, "mode", modes[m]) &&
            has_room((enum operation)op, (enum mode)m, n, threads))
          measure(name ? name : "mpi", (enum operation)op, (enum mode)m, n);
  MPI_Finalize();
  return 0;
}
