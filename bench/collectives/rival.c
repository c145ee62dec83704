/* The same with MPI: mpicc -O2 rival.c; mpirun -n 2 ./a.out name=openmpi [op=...] [mode=...] [most=BYTES].
 *
 * "synchronised" is the MPI call followed by MPI_Barrier, which is what UPC_IN_ALLSYNC|UPC_OUT_ALLSYNC promises at the least;
 * "streamed" is the call alone. reduce: each process adds its own elements up, then one MPI_Reduce of a long. */
#include <mpi.h>

#include "measure.h"

static int me, threads;
static char *src, *dst;

static void reduce(size_t n) {
  long sum = 0, *v = (long *)src, *to = (long *)dst;
  for (size_t i = 0; i < n / sizeof(long); i++)
    sum += v[i];
  MPI_Reduce(&sum, to, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void call(enum operation op, size_t size) {
  int n = (int)size;
  switch (op) {
  case BROADCAST:
    MPI_Bcast(me == 0 ? src : dst, n, MPI_BYTE, 0, MPI_COMM_WORLD);
    break;
  case SCATTER:
    MPI_Scatter(src, n, MPI_BYTE, dst, n, MPI_BYTE, 0, MPI_COMM_WORLD);
    break;
  case GATHER:
    MPI_Gather(src, n, MPI_BYTE, dst, n, MPI_BYTE, 0, MPI_COMM_WORLD);
    break;
  case GATHER_ALL:
    MPI_Allgather(src, n, MPI_BYTE, dst, n, MPI_BYTE, MPI_COMM_WORLD);
    break;
  case EXCHANGE:
    MPI_Alltoall(src, n, MPI_BYTE, dst, n, MPI_BYTE, MPI_COMM_WORLD);
    break;
  default:
    reduce(size);
  }
}

static void touch_source(enum operation op, size_t n, int round) {
  write_all(src, n * (size_t)source_blocks(op, me, threads), round);
}

static void touch_result(enum operation op, size_t n) {
  const char *at = op == BROADCAST && me == 0 ? src : dst;
  read_all(at, op == REDUCE ? sizeof(long) * !me : n * (size_t)result_blocks(op, me, threads));
}

static double synchronised(enum operation op, size_t n, int rounds) {
  double in_calls = 0;
  for (int i = 0; i < rounds; i++) {
    touch_source(op, n, i);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_ns();
    call(op, n);
    MPI_Barrier(MPI_COMM_WORLD);
    in_calls += now_ns() - start;
    touch_result(op, n);
  }
  return in_calls / rounds;
}

static double streamed(enum operation op, size_t n, int rounds) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = now_ns();
  for (int i = 0; i < rounds; i++) {
    touch_source(op, n, i);
    call(op, n);
    touch_result(op, n);
  }
  double end = now_ns();
  MPI_Barrier(MPI_COMM_WORLD);
  return (end - start) / rounds;
}

static void measure(const char *name, enum operation op, const char *mode, size_t n) {
  double ns[BATCHES], mine;
  double (*way)(enum operation, size_t, int) = strcmp(mode, "streamed") == 0 ? streamed : synchronised;
  way(op, n, 3);
  for (int b = 0; b < BATCHES; b++) {
    mine = way(op, n, rounds_of(n));
    MPI_Allreduce(&mine, &ns[b], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  if (me == 0)
    report(name, op, mode, n, threads, ns);
}

int main(int argc, char **argv) {
  static const char *const modes[] = {"synchronised", "streamed"};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  const char *most = argument(argc, argv, "most"), *name = argument(argc, argv, "name");
  size_t largest_size = most ? strtoul(most, 0, 0) : LARGEST, room = largest_size * (size_t)threads + 64;
  src = malloc(room);
  dst = malloc(room);
  if (!src || !dst)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int op = 0; op < OPERATIONS; op++)
    for (int m = 0; m < 2; m++)
      for (size_t n = 8; n <= largest_size; n *= n < 1024 ? 2 : 4)
        if (wanted(argc, argv, "op", operations[op]) && wanted(argc, argv, "mode", modes[m]))
          measure(name ? name : "mpi", (enum operation)op, modes[m], n);
  MPI_Finalize();
  return 0;
}
