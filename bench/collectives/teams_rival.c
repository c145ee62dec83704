/* SPDX-License-Identifier: Apache-2.0 */
/* The same with MPI: mpicc -O2 -I../include teams_rival.c; mpirun -n 4 ./a.out name=openmpi
 * [team=...] [op=...] [form=...] [sizes=BYTES,...]. A team is a communicator. */
#include <mpi.h>

#include "teams.h"

static int me, threads, rank, size;
static MPI_Comm comm;
static char *src, *dst;
static int *counts, *displs;

/* MPI_NAME, or MPI_Iname and a wait, with these arguments. */
#define CALL(name, iname, ...)                                                                     \
  do {                                                                                             \
    if (form == NB || form == COUNTS_NB || form == PRIVATE_NB) {                                   \
      MPI_Request request;                                                                         \
      MPI_##iname(__VA_ARGS__, comm, &request);                                                    \
      MPI_Wait(&request, MPI_STATUS_IGNORE);                                                       \
    } else {                                                                                       \
      MPI_##name(__VA_ARGS__, comm);                                                               \
    }                                                                                              \
  } while (0)

static void permute(enum form form, int n) {
  int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  MPI_Request request[2];
  if (form != NB) {
    MPI_Sendrecv(src, n, MPI_BYTE, next, 0, dst, n, MPI_BYTE, previous, 0, comm, MPI_STATUS_IGNORE);
    return;
  }
  MPI_Irecv(dst, n, MPI_BYTE, previous, 0, comm, &request[0]);
  MPI_Isend(src, n, MPI_BYTE, next, 0, comm, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
}

static void with_counts(enum operation op, enum form form, int n) {
  if (op == SCATTER)
    CALL(Scatterv, Iscatterv, src, counts, displs, MPI_BYTE, dst, n, MPI_BYTE, 0);
  else if (op == GATHER)
    CALL(Gatherv, Igatherv, src, n, MPI_BYTE, dst, counts, displs, MPI_BYTE, 0);
  else if (op == GATHER_ALL)
    CALL(Allgatherv, Iallgatherv, src, n, MPI_BYTE, dst, counts, displs, MPI_BYTE);
  else
    CALL(Alltoallv, Ialltoallv, src, counts, displs, MPI_BYTE, dst, counts, displs, MPI_BYTE);
}

static void call(enum operation op, enum form form, size_t bytes) {
  int n = (int)bytes, count = n / (int)sizeof(long);
  const void *from = form == IN_PLACE ? MPI_IN_PLACE : src;
  if (form == COUNTS || form == COUNTS_NB) {
    with_counts(op, form, n);
    return;
  }
  switch (op) {
  case BROADCAST:
    CALL(Bcast, Ibcast, rank == 0 ? src : dst, n, MPI_BYTE, 0);
    break;
  case SCATTER:
    CALL(Scatter, Iscatter, src, n, MPI_BYTE, dst, n, MPI_BYTE, 0);
    break;
  case GATHER:
    CALL(Gather, Igather, src, n, MPI_BYTE, dst, n, MPI_BYTE, 0);
    break;
  case GATHER_ALL:
    CALL(Allgather, Iallgather, from, n, MPI_BYTE, dst, n, MPI_BYTE);
    break;
  case EXCHANGE:
    CALL(Alltoall, Ialltoall, from, n, MPI_BYTE, dst, n, MPI_BYTE);
    break;
  case PERMUTE:
    permute(form, n);
    break;
  case PREFIX_REDUCE:
    CALL(Scan, Iscan, from, dst, count, MPI_LONG, MPI_SUM);
    break;
  case REDUCE_ALL:
    CALL(Allreduce, Iallreduce, from, dst, count, MPI_LONG, MPI_SUM);
    break;
  case REDUCE_SCATTER:
    CALL(Reduce_scatter_block, Ireduce_scatter_block, src, dst, count, MPI_LONG, MPI_SUM);
    break;
  default:
    CALL(Reduce, Ireduce, src, dst, count, MPI_LONG, MPI_SUM, 0);
  }
}

static char *source_of(enum operation op, enum form form, size_t n) {
  size_t at = op == GATHER_ALL ? n * (size_t)rank : 0;
  return form == IN_PLACE ? dst + at : src;
}

/* From the first member's start to the last one's end; on process 0. */
static double whole_batch(double start, double end) {
  double first = start, last = end;
  MPI_Reduce(&start, &first, 1, MPI_DOUBLE, MPI_MIN, 0, comm);
  MPI_Reduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, 0, comm);
  return last - first;
}

static double batch(enum operation op, enum form form, size_t n, int rounds) {
  double time = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (comm != MPI_COMM_NULL) {
    MPI_Barrier(comm);
    double start = now_ns();
    for (int i = 0; i < rounds; i++) {
      write_all(source_of(op, form, n), team_source_bytes(op, n, rank, size), i);
      call(op, form, n);
      read_all(op == BROADCAST && rank == 0 ? src : dst, team_result_bytes(op, n, rank, size));
    }
    time = whole_batch(start, now_ns()) / rounds;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return time;
}

static void measure(const char *name, enum team team, enum operation op, size_t n, int argc,
                    char **argv) {
  static double ns[FORMS][BATCHES_MOST];
  int turns = batches(n);
  for (int turn = 0; turn < turns; turn++)
    for (int form = 0; form < FORMS; form++)
      if (has_form(team, op, (enum form)form) && wanted(argc, argv, "form", forms[form])) {
        batch(op, (enum form)form, n, 1);
        ns[form][turn] = batch(op, (enum form)form, n, rounds_of(n, 1));
      }
  for (int form = 0; me == 0 && form < FORMS; form++)
    if (has_form(team, op, (enum form)form) && wanted(argc, argv, "form", forms[form]))
      report(name, team_operation(team, op), forms[form], 0, n, threads, ns[form], turns);
}

static void measure_team(enum team team, int argc, char **argv) {
  const char *name = argument(argc, argv, "name");
  size = members_of(team, threads);
  MPI_Comm_split(MPI_COMM_WORLD, me < size ? 0 : MPI_UNDEFINED, me, &comm);
  rank = me;
  for (int i = 0; i < TEAM_OPERATIONS; i++)
    for (size_t n = 0; (n = next_size(argc, argv, n));)
      if (wanted(argc, argv, "op", operations[team_operations[i]]) &&
          has_room(team_operations[i], STREAMED, n, threads)) {
        for (int r = 0; r < size; r++) {
          counts[r] = (int)n;
          displs[r] = (int)n * r;
        }
        measure(name ? name : "mpi", team, team_operations[i], n, argc, argv);
      }
  if (comm != MPI_COMM_NULL)
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  size_t room = room_of(argc, argv, threads);
  src = calloc(room, 1);
  dst = calloc(room, 1);
  counts = calloc((size_t)threads, sizeof *counts);
  displs = calloc((size_t)threads, sizeof *displs);
  if (!src || !dst || !counts || !displs)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int team = 0; team < TEAMS; team++)
    if (wanted(argc, argv, "team", teams[team]) && members_of((enum team)team, threads) > 1)
      measure_team((enum team)team, argc, argv);
  MPI_Finalize();
  return 0;
}
