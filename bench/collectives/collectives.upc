/* Times of the collectives:
 *
 *   upcrun -n 2 ./collectives [name=partita] [op=broadcast,...] [mode=synchronised,...]
 *                             [most=BYTES | sizes=BYTES,...] [algorithms=all] [bounds=yes]
 *
 * algorithms=all: each algorithm of ours too, forced, and loops of assignments (naive.h), in turn
 * with the choice ("default"). bounds=yes: of broadcast, gather_all and reduce_all also the time of
 * puts between nodes of as many bytes. */
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_relaxed.h>
#include <upcr/tune.h>

#include "calls.h"

enum { ALGORITHMS = 64 };

static double (*const ways[MODES])(enum operation, size_t, int) = {synchronised, streamed, nosync,
                                                                   in_rounds};

/* A choice, forced or not, in turn with the others of its operation and size. */
struct runner {
  const char *algorithm; /* 0: none is forced */
  double ns[BATCHES_MOST];
};

static int enter(enum operation op, size_t n, int all, struct runner *runners) {
  const char *name;
  int count = 0;
  runners[count++].algorithm = 0;
  for (int i = 0; all && count < ALGORITHMS && (name = upcr_tune_algorithm(operations[op], i)); i++)
    if (upcr_tune_fits(operations[op], name, counted(op, n)))
      runners[count++].algorithm = name;
  for (int i = 0; all && count < ALGORITHMS && (name = naive_name(op, i)); i++)
    runners[count++].algorithm = name;
  return count;
}

/* Forces an algorithm (0: none), and lets it run once: the one before has left its data in the
 * caches, and threads asleep. */
static void change_to(enum operation op, enum mode mode, size_t n, const char *algorithm) {
  naive = naive_of(algorithm);
  upcr_tune_force(operations[op], naive ? 0 : algorithm);
  upc_barrier;
  ways[mode](op, n, 1);
}

static void measure(const char *system, enum operation op, enum mode mode, size_t n, int all) {
  static struct runner runners[ALGORITHMS];
  int count = enter(op, n, all, runners), turns = batches(n);
  if (!all)
    ways[mode](op, n, 1);
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++) {
      if (all)
        change_to(op, mode, n, runners[i].algorithm);
      upc_barrier;
      runners[i].ns[turn] = ways[mode](op, n, rounds_of(n, mode == STREAMED ? 1 : THREADS));
    }
  naive = NOT_NAIVE;
  upcr_tune_force(operations[op], 0);
  for (int i = 0; MYTHREAD == 0 && i < count; i++) {
    const char *variant = runners[i].algorithm ? runners[i].algorithm : all ? "default" : 0;
    report(system, operations[op], modes[mode], variant, n, THREADS, runners[i].ns, turns);
  }
}

/* The lower bound for large data: one direct copy by the last thread of data that thread 0 has just
 * written; from another node one get. */
static void measure_direct_copy(size_t n) {
  double ns[BATCHES_MOST];
  int turns = batches(n);
  const char *from = MYTHREAD == THREADS - 1 ? upc_cast(src) : 0;
  for (int turn = 0; turn < turns; turn++) {
    if (MYTHREAD == 0)
      write_all(own_src, n, turn);
    upc_barrier;
    double start = now_ns();
    if (MYTHREAD == THREADS - 1 && from)
      memcpy(own_dst, from, n);
    else if (MYTHREAD == THREADS - 1)
      upc_memget(own_dst, (shared[] char *)src, n);
    double mine = now_ns() - start;
    ns[turn] = mean_of_slowest(&mine, 1);
  }
  if (MYTHREAD == 0)
    report("c", "direct_copy", "alone", 0, n, THREADS, ns, turns);
}

/* The first thread after the caller's node, 0 after the last node. */
static int after_node(void) {
  int t = MYTHREAD;
  while (t < THREADS && upc_cast(src + t))
    t++;
  return t % THREADS;
}

static int has_bound(enum operation op) {
  return op == BROADCAST || op == GATHER_ALL || op == REDUCE_ALL;
}

/* Bytes that the caller's node has to send to others in such an operation, on a ring of nodes. */
static size_t least_sent(enum operation op, size_t n) {
  size_t others = 0;
  for (int t = 0; t < THREADS; t++)
    others += !upc_cast(src + t);
  return op == BROADCAST    ? (after_node() == 0 ? 0 : n)
         : op == GATHER_ALL ? others * n
                            : 2 * n * others / THREADS;
}

/* What a bound contains besides the puts between nodes: what threads do with data in memory, and
 * what a loop does with source and result. */
enum bound { PUTS, LOCAL, IN_LOOP, BOUNDS };
static const char *const bounds[] = {"bound", "local_bound", "streamed_bound"};

/* to[i] += from[i], or a copy: of a byte each. */
static void combine(void *to, const void *from, size_t n, int adds) {
  long *restrict sum = to;
  const long *restrict more = from;
  if (!adds)
    memcpy(to, from, n);
  for (size_t i = 0; adds && i < n / sizeof *sum; i++)
    sum[i] += more[i];
}

/* Bytes that the threads of a node have to copy, or add, at the least; each its share. A result
 * that comes from another node needs no copy on the first thread. */
static void work_locally(enum operation op, size_t n, size_t near, int first) {
  size_t far = THREADS - near, nodes_less = far / near;
  const char *from = upc_cast(src + (MYTHREAD - MYTHREAD % near));
  if (op == BROADCAST && !(first && MYTHREAD))
    combine(own_dst, from, n, 0);
  for (size_t t = 0; op == GATHER_ALL && t < (first ? near : THREADS); t++)
    combine(own_dst + t * n, from, n, 0);
  if (op == REDUCE_ALL && !first) {
    combine(own_dst, from, n, 1);
    combine(own_dst, from, n, 0);
  }
  for (size_t k = 0; op == REDUCE_ALL && first && k < nodes_less; k++)
    combine(own_dst, from, n / (nodes_less + 1), 1);
}

/* The lower bound for large data between nodes: the first thread of each node puts what its node
 * has to send to the next node, all at once. */
static void measure_bound(enum operation op, enum bound bound, size_t n) {
  double ns[BATCHES_MOST];
  int turns = batches(n), first = MYTHREAD == 0 || !upc_cast(src + MYTHREAD - 1);
  size_t bytes = first ? least_sent(op, n) : 0, near = 0;
  for (int t = 0; t < THREADS; t++)
    near += upc_cast(src + t) != 0;
  for (int turn = 0; turn < turns; turn++) {
    write_all(own_src, bytes, turn);
    touch_source(op, n, turn);
    upc_barrier;
    double start = now_ns();
    if (bound == IN_LOOP)
      touch_source(op, n, turn + 1);
    upc_handle_t put = upc_memput_nb((shared[] char *)(dst + after_node()), own_src, bytes);
    if (bound != PUTS)
      work_locally(op, n, near, first);
    upc_sync(put);
    if (bound == IN_LOOP)
      touch_result(op, n);
    double mine = now_ns() - start;
    ns[turn] = mean_of_slowest(&mine, 1);
  }
  if (MYTHREAD == 0)
    report("c", operations[op], bounds[bound], 0, n, THREADS, ns, turns);
}

int main(int argc, char **argv) {
  const char *name = argument(argc, argv, "name");
  int all = wanted(argc, argv, "algorithms", "all") && argument(argc, argv, "algorithms");
  make_arrays(room_of(argc, argv, THREADS));
  for (size_t n = 0; (n = next_size(argc, argv, n));)
    if (wanted(argc, argv, "op", "direct_copy") && THREADS > 1 &&
        has_room(BROADCAST, SYNCHRONISED, n, THREADS))
      measure_direct_copy(n);
  for (int op = 0; op < OPERATIONS; op++)
    for (int m = 0; m < MODES; m++)
      for (size_t n = 0; (n = next_size(argc, argv, n));)
        if (wanted(argc, argv, "op", operations[op]) && wanted(argc, argv, "mode", modes[m]) &&
            has_room(op, m, n, THREADS))
          measure(name ? name : "partita", op, m, n, all);
  int are_bounds = argument(argc, argv, "bounds") && wanted(argc, argv, "bounds", "yes");
  for (int op = 0; are_bounds && op < OPERATIONS; op++)
    for (int bound = 0; bound < BOUNDS; bound++)
      for (size_t n = 0; (n = next_size(argc, argv, n));)
        if (wanted(argc, argv, "op", operations[op]) && has_bound(op) &&
            has_room(op, SYNCHRONISED, n, THREADS))
          measure_bound(op, bound, n);
  return 0;
}
