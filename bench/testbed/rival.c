/* SPDX-License-Identifier: Apache-2.0 */
/* The test bed with MPI. In cases with ALLSYNC MPI_Barrier follows a call. Of cases that differ
 * only in our algorithms, only the first runs. */
#include "cases.h"
#include "relocalise_mpi.h"

static int me, threads;
static char *src, *dst;

static void call(int op, size_t size, enum sync sync) {
  relocalise((enum relocalisation)op, src, dst, (int)size, me, threads);
  if (sync == ALL_SYNC)
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The call's own time, without computation. The same on all processes. */
static double warm_up(int op, size_t n, enum sync sync) {
  double least = 0;
  for (int i = 0; i < WARM_UPS; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_ns();
    call(op, n, sync);
    MPI_Barrier(MPI_COMM_WORLD);
    double ns = now_ns() - start;
    least = i == 0 || ns < least ? ns : least;
  }
  MPI_Bcast(&least, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return least;
}

/* Adds one batch to both measures, on process 0. */
static void batch(const struct testcase *c, int op, size_t n, double ns, struct measure *calls,
                  struct measure *overall) {
  double in_calls = 0, computation = computation_of(c, ns, me, threads), most[2];
  MPI_Barrier(MPI_COMM_WORLD);
  compute(delay_of(c, ns, me));
  double first = now_ns();
  for (int i = 0; i < ROUNDS; i++) {
    double start = now_ns();
    call(op, n, c->sync);
    in_calls += now_ns() - start;
    compute(computation);
  }
  double mine[] = {in_calls / ROUNDS, (now_ns() - first) / ROUNDS};
  MPI_Reduce(mine, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (me == 0) {
    measure_add_ns(calls, most[0]);
    measure_add_ns(overall, most[1]);
  }
}

static void run(const struct testcase *c, int op, size_t n) {
  static struct measure calls, overall;
  struct names names = names_of(c, op);
  double computation = c->computation * warm_up(op, n, c->sync);
  calls = (struct measure){.name = names.call, .n = (long)n};
  overall = (struct measure){.name = names.overall, .n = (long)n};
  for (int round = 0, rounds = measure_rounds(); round < rounds; round++)
    batch(c, op, n, computation, &calls, &overall);
  if (me == 0) {
    measure_print(&calls);
    measure_print(&overall);
  }
}

/* Whether an earlier case is the same for a library without our algorithms. */
static int is_repeated(const struct testcase *c) {
  for (const struct testcase *before = cases; before < c; before++)
    if (before->computation == c->computation && before->skew == c->skew &&
        before->late == c->late && before->sync == c->sync &&
        (before->operations & c->operations) == c->operations)
      return 1;
  return 0;
}

int main(int argc, char **argv) {
  size_t sizes[SIZES];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  int count = sizes_of(argc, argv, sizes);
  src = calloc((size_t)threads, LARGEST);
  dst = calloc((size_t)threads, LARGEST);
  if (!src || !dst)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int c = 0; c < CASES; c++)
    for (int op = 0; op < OPERATIONS; op++)
      for (int i = 0; cases[c].operations & 1 << op && !is_repeated(&cases[c]) && i < count; i++)
        if (sizes[i] <= LARGEST)
          run(&cases[c], op, sizes[i]);
  MPI_Finalize();
}
