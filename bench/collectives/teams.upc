/* Times of the collectives of teams, compared with those of all threads:
 *
 *   upcrun -n 4 ./teams [name=partita] [team=whole,half] [op=broadcast,...] [form=nb,...]
 *                       [most=BYTES | sizes=BYTES,...]
 *
 * form "all" is upc_all_* and upcx_all_*, only for the whole team. */
#include <upc_collective.h>
#include <upc_nb.h>
#include <upc_relaxed.h>
#include <upcx_collective.h>

#include "teams.h"

enum { MODE = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };

static shared char *src, *dst;
static char *own_src, *own_dst;
static shared int all_perm[THREADS];
static int *perm;
static size_t *counts, *displs;
static upcx_team_t team;
static shared[2] double times[2 * THREADS];

static void all(enum operation op, size_t n) {
  size_t elements = n / sizeof(long);
  switch (op) {
  case BROADCAST:
    upc_all_broadcast(dst, src, n, MODE);
    break;
  case SCATTER:
    upc_all_scatter(dst, src, n, MODE);
    break;
  case GATHER:
    upc_all_gather(dst, src, n, MODE);
    break;
  case GATHER_ALL:
    upc_all_gather_all(dst, src, n, MODE);
    break;
  case EXCHANGE:
    upc_all_exchange(dst, src, n, MODE);
    break;
  case PERMUTE:
    upc_all_permute(dst, src, all_perm, n, MODE);
    break;
  case PREFIX_REDUCE: /* one array, in which each thread's elements follow those of the thread
                       * before */
    upc_all_prefix_reduceL((shared long *)dst, (shared long *)src, UPC_ADD, elements * THREADS,
                           elements, NULL, MODE);
    break;
  case REDUCE_ALL:
    upcx_all_reduce_all(dst, src, UPC_LONG, UPC_ADD, elements, MODE);
    break;
  case REDUCE_SCATTER:
    upcx_all_reduce_scatter(dst, src, UPC_LONG, UPC_ADD, elements, MODE);
    break;
  default:
    upcx_all_reduce_vector(dst, src, UPC_LONG, UPC_ADD, elements, MODE);
  }
}

/* The forms of operation `name`, with these arguments. */
#define ON_SHARED(name, ...)                                                                       \
  do {                                                                                             \
    if (form == NB)                                                                                \
      upc_sync(upcx_team_##name##_nb(__VA_ARGS__, flags, team));                                   \
    else                                                                                           \
      upcx_team_##name(__VA_ARGS__, flags, team);                                                  \
  } while (0)
#define WITH_COUNTS(name, ...)                                                                     \
  do {                                                                                             \
    if (form == COUNTS_NB)                                                                         \
      upc_sync(upcx_team_##name##_nb(__VA_ARGS__, flags, team));                                   \
    else                                                                                           \
      upcx_team_##name(__VA_ARGS__, flags, team);                                                  \
  } while (0)
#define ON_PRIVATE(name, ...)                                                                      \
  do {                                                                                             \
    if (form == PRIVATE_NB)                                                                        \
      upc_sync(upcx_team_##name##_private_nb(__VA_ARGS__, team));                                  \
    else                                                                                           \
      upcx_team_##name##_private(__VA_ARGS__, team);                                               \
  } while (0)

static void on_shared(enum operation op, enum form form, size_t n) {
  size_t elements = n / sizeof(long);
  int flags = MODE | (form == IN_PLACE ? UPCX_IN_PLACE : 0);
  switch (op) {
  case BROADCAST:
    ON_SHARED(broadcast, dst, src, n);
    break;
  case SCATTER:
    ON_SHARED(scatter, dst, src, n);
    break;
  case GATHER:
    ON_SHARED(gather, dst, src, n);
    break;
  case GATHER_ALL:
    ON_SHARED(gather_all, dst, src, n);
    break;
  case EXCHANGE:
    ON_SHARED(exchange, dst, src, n);
    break;
  case PERMUTE:
    ON_SHARED(permute, dst, src, perm, n);
    break;
  case PREFIX_REDUCE:
    ON_SHARED(prefix_reduce, dst, src, UPC_LONG, UPC_ADD, elements);
    break;
  case REDUCE_ALL:
    ON_SHARED(reduce_all, dst, src, UPC_LONG, UPC_ADD, elements);
    break;
  case REDUCE_SCATTER:
    ON_SHARED(reduce_scatter, dst, src, UPC_LONG, UPC_ADD, elements);
    break;
  default:
    ON_SHARED(reduce, dst, src, UPC_LONG, UPC_ADD, elements);
  }
}

static void with_counts(enum operation op, enum form form, size_t n) {
  int flags = MODE;
  if (op == SCATTER)
    WITH_COUNTS(scatterv, dst, n, src, counts, displs);
  else if (op == GATHER)
    WITH_COUNTS(gatherv, dst, counts, displs, src, n);
  else if (op == GATHER_ALL)
    WITH_COUNTS(gather_allv, dst, counts, displs, src);
  else
    WITH_COUNTS(exchangev, dst, counts, displs, src, counts, displs);
}

static void on_private(enum operation op, enum form form, size_t n) {
  size_t elements = n / sizeof(long);
  switch (op) {
  case BROADCAST:
    ON_PRIVATE(broadcast, upcx_team_rank(team) == 0 ? own_src : own_dst, n, 0);
    break;
  case SCATTER:
    ON_PRIVATE(scatter, own_dst, own_src, n, 0);
    break;
  case GATHER:
    ON_PRIVATE(gather, own_dst, own_src, n, 0);
    break;
  case GATHER_ALL:
    ON_PRIVATE(gather_all, own_dst, own_src, n);
    break;
  case EXCHANGE:
    ON_PRIVATE(exchange, own_dst, own_src, n);
    break;
  case PREFIX_REDUCE:
    ON_PRIVATE(prefix_reduce, own_dst, own_src, UPC_LONG, UPC_ADD, elements);
    break;
  case REDUCE_ALL:
    ON_PRIVATE(reduce_all, own_dst, own_src, UPC_LONG, UPC_ADD, elements);
    break;
  case REDUCE_SCATTER:
    ON_PRIVATE(reduce_scatter, own_dst, own_src, UPC_LONG, UPC_ADD, elements);
    break;
  default:
    ON_PRIVATE(reduce, own_dst, own_src, UPC_LONG, UPC_ADD, elements, 0);
  }
}

static void call(enum operation op, enum form form, size_t n) {
  if (form == ALL)
    all(op, n);
  else if (form == COUNTS || form == COUNTS_NB)
    with_counts(op, form, n);
  else if (form == PRIVATE || form == PRIVATE_NB)
    on_private(op, form, n);
  else
    on_shared(op, form, n);
}

/* In place the source lies in the result: a member's own block for gather_all, else from the
 * beginning. */
static char *source_of(enum operation op, enum form form, size_t n) {
  size_t at = op == GATHER_ALL ? n * (size_t)upcx_team_rank(team) : 0;
  return form == IN_PLACE ? own_dst + at : own_src;
}

static const char *result_of(enum operation op, enum form form) {
  int is_buffer = op == BROADCAST && form >= PRIVATE && upcx_team_rank(team) == 0;
  return is_buffer ? own_src : own_dst;
}

/* From the first member's start to the last one's end; on thread 0. */
static double whole_batch(double start, double end, int members) {
  double mine[] = {start, end};
  upc_memput(&times[MYTHREAD * 2], mine, sizeof mine);
  upc_barrier;
  for (int t = 0; MYTHREAD == 0 && t < members; t++) {
    double from = times[t * 2], to = times[t * 2 + 1];
    start = from < start ? from : start;
    end = to > end ? to : end;
  }
  upc_barrier;
  return end - start;
}

static double batch(enum operation op, enum form form, size_t n, int rounds, int members) {
  double start = 0, end = 0;
  upc_barrier;
  if (team) {
    int rank = upcx_team_rank(team);
    upcx_team_barrier(team);
    start = now_ns();
    for (int i = 0; i < rounds; i++) {
      write_all(source_of(op, form, n), team_source_bytes(op, n, rank, members), i);
      call(op, form, n);
      read_all(result_of(op, form), team_result_bytes(op, n, rank, members));
    }
    end = now_ns();
  }
  return whole_batch(start, end, members) / rounds;
}

static void measure(const char *name, enum team which, enum operation op, size_t n, int argc,
                    char **argv) {
  static double ns[FORMS][BATCHES_MOST];
  int turns = batches(n), members = members_of(which, THREADS);
  for (int turn = 0; turn < turns; turn++)
    for (int form = 0; form < FORMS; form++)
      if (has_form(which, op, form) && wanted(argc, argv, "form", forms[form])) {
        batch(op, form, n, 1, members); /* refills caches after the form before */
        ns[form][turn] = batch(op, form, n, rounds_of(n, 1), members);
      }
  for (int form = 0; MYTHREAD == 0 && form < FORMS; form++)
    if (has_form(which, op, form) && wanted(argc, argv, "form", forms[form]))
      report(name, team_operation(which, op), forms[form], 0, n, THREADS, ns[form], turns);
}

static void make_arrays(size_t room) {
  src = (shared char *)upc_all_alloc(THREADS, room);
  dst = (shared char *)upc_all_alloc(THREADS, room);
  perm = malloc((size_t)THREADS * sizeof *perm);
  counts = malloc((size_t)THREADS * sizeof *counts);
  displs = malloc((size_t)THREADS * sizeof *displs);
  if (!src || !dst || !perm || !counts || !displs) {
    fprintf(stderr, "there is no room for two arrays of %zu bytes a thread\n", room);
    upc_global_exit(1);
  }
  own_src = (char *)(src + MYTHREAD);
  own_dst = (char *)(dst + MYTHREAD);
  all_perm[MYTHREAD] = (MYTHREAD + 1) % THREADS;
}

static void set_blocks(size_t n, int members) {
  for (int r = 0; r < members; r++) {
    perm[r] = (r + 1) % members;
    counts[r] = n;
    displs[r] = n * (size_t)r;
  }
}

int main(int argc, char **argv) {
  const char *name = argument(argc, argv, "name");
  make_arrays(room_of(argc, argv, THREADS));
  for (int which = 0; which < TEAMS; which++) {
    int members = members_of(which, THREADS);
    if (!wanted(argc, argv, "team", teams[which]) || members < 2)
      continue;
    team = upcx_team_range(UPCX_TEAM_ALL, 0, 1, members);
    for (int i = 0; i < TEAM_OPERATIONS; i++)
      for (size_t n = 0; (n = next_size(argc, argv, n));)
        if (wanted(argc, argv, "op", operations[team_operations[i]]) &&
            has_room(team_operations[i], STREAMED, n, THREADS)) {
          set_blocks(n, members);
          measure(name ? name : "partita", which, team_operations[i], n, argc, argv);
        }
    if (team)
      upcx_team_free(team);
  }
  return 0;
}
