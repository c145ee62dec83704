/* Times of the collectives:
 *
 *   upcrun -n 2 ./collectives [name=partita] [op=broadcast,...] [mode=synchronised,...] [most=BYTES | sizes=BYTES,...] [algorithms=all]
 *
 * algorithms=all: each algorithm of ours too, forced, in turn with the choice ("default"). */
#include <upc_castable.h>
#include <upc_relaxed.h>
#include <upc_collective.h>
#include <upcr/tune.h>
#include <upcx_collective.h>

#include "measure.h"

enum { ALGORITHMS = 64 };

static shared char *src, *dst;
static shared int *perm;
static char *own_src, *own_dst;
static size_t at; /* where in each thread's part the call's data begin */
static shared [ROUNDS_MOST] double times[ROUNDS_MOST * THREADS];

static shared char *part(shared char *array) { return array + at * THREADS; }
static shared long *longs(shared char *array) { return (shared long *)part(array); }

static void call(enum operation op, size_t n, int flags) {
  size_t elements = n / sizeof(long);
  switch (op) {
  case BROADCAST:
    upc_all_broadcast(part(dst), part(src), n, flags);
    break;
  case SCATTER:
    upc_all_scatter(part(dst), part(src), n, flags);
    break;
  case GATHER:
    upc_all_gather(part(dst), part(src), n, flags);
    break;
  case GATHER_ALL:
    upc_all_gather_all(part(dst), part(src), n, flags);
    break;
  case EXCHANGE:
    upc_all_exchange(part(dst), part(src), n, flags);
    break;
  case PERMUTE:
    upc_all_permute(part(dst), part(src), perm, n, flags);
    break;
  case REDUCE:
    upc_all_reduceL(longs(dst), longs(src), UPC_ADD, elements * THREADS, elements, NULL, flags);
    break;
  case PREFIX_REDUCE:
    upc_all_prefix_reduceL(longs(dst), longs(src), UPC_ADD, elements * THREADS, elements, NULL, flags);
    break;
  case REDUCE_ALL:
    upcx_all_reduce_all(part(dst), part(src), UPC_LONG, UPC_ADD, elements, flags);
    break;
  default:
    upcx_all_reduce_scatter(part(dst), part(src), UPC_LONG, UPC_ADD, elements, flags);
  }
}

static void touch_source(enum operation op, size_t n, int round) {
  write_all(own_src + at, n * source_blocks(op, MYTHREAD, THREADS), round);
}
static void touch_result(enum operation op, size_t n) { read_all(own_dst + at, result_bytes(op, n, MYTHREAD, THREADS)); }

/* The mean over the rounds of the largest of the threads' times; on thread 0. */
static double mean_of_slowest(const double *mine, int rounds) {
  double sum = 0;
  upc_memput(&times[MYTHREAD * ROUNDS_MOST], mine, (size_t)rounds * sizeof *mine);
  upc_barrier;
  for (int i = 0; MYTHREAD == 0 && i < rounds; i++) {
    double most = 0;
    for (int t = 0; t < THREADS; t++) {
      double time = times[t * ROUNDS_MOST + i];
      most = time > most ? time : most;
    }
    sum += most;
  }
  upc_barrier;
  return sum / rounds;
}

static double synchronised(enum operation op, size_t n, int rounds) {
  double mine[ROUNDS_MOST];
  for (int i = 0; i < rounds; i++) {
    touch_source(op, n, i);
    upc_barrier;
    double start = now_ns();
    call(op, n, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    mine[i] = now_ns() - start;
    touch_result(op, n);
  }
  return mean_of_slowest(mine, rounds);
}

static double streamed(enum operation op, size_t n, int rounds) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < rounds; i++) {
    touch_source(op, n, i);
    call(op, n, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    touch_result(op, n);
  }
  double mean = (now_ns() - start) / rounds;
  return mean_of_slowest(&mean, 1);
}

static double nosync(enum operation op, size_t n, int rounds) {
  double mine[ROUNDS_MOST];
  size_t apart = n * THREADS, end = DISJOINT * apart;
  for (int i = 0; i < rounds; i++) {
    for (at = 0; at < end; at += apart)
      touch_source(op, n, i);
    upc_barrier;
    double start = now_ns();
    for (at = 0; at < end; at += apart)
      call(op, n, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
    upc_barrier;
    mine[i] = (now_ns() - start) / DISJOINT;
    for (at = 0; at < end; at += apart)
      touch_result(op, n);
    at = 0;
  }
  return mean_of_slowest(mine, rounds);
}

static double (*const ways[MODES])(enum operation, size_t, int) = {synchronised, streamed, nosync};

/* A choice, forced or not, in turn with the others of its operation and size. */
struct runner {
  const char *algorithm; /* 0: none is forced */
  double ns[BATCHES_MOST];
};

static int enter(enum operation op, size_t n, int all, struct runner *runners) {
  const char *name;
  int count = 0;
  size_t counted = op == REDUCE || op == PREFIX_REDUCE ? n * THREADS : n;
  runners[count++].algorithm = 0;
  for (int i = 0; all && count < ALGORITHMS && (name = upcr_tune_algorithm(operations[op], i)); i++)
    if (upcr_tune_fits(operations[op], name, counted))
      runners[count++].algorithm = name;
  return count;
}

/* Forces an algorithm (0: none), and lets it run once: the one before has left its data in the caches, and threads asleep. */
static void change_to(enum operation op, enum mode mode, size_t n, const char *algorithm) {
  upcr_tune_force(operations[op], algorithm);
  upc_barrier;
  ways[mode](op, n, 1);
}

static void measure(const char *system, enum operation op, enum mode mode, size_t n, int all) {
  static struct runner runners[ALGORITHMS];
  int count = enter(op, n, all, runners), turns = batches();
  if (!all)
    ways[mode](op, n, 1);
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++) {
      if (all)
        change_to(op, mode, n, runners[i].algorithm);
      upc_barrier;
      runners[i].ns[turn] = ways[mode](op, n, rounds_of(n, THREADS));
    }
  upcr_tune_force(operations[op], 0);
  for (int i = 0; MYTHREAD == 0 && i < count; i++) {
    const char *variant = runners[i].algorithm ? runners[i].algorithm : all ? "default" : 0;
    report(system, operations[op], modes[mode], variant, n, THREADS, runners[i].ns, turns);
  }
}

/* One direct copy by the last thread of what thread 0 has just written: what large data can at best take. */
static void measure_direct_copy(size_t n) {
  double ns[BATCHES_MOST];
  int turns = batches();
  const char *from = MYTHREAD == THREADS - 1 ? upc_cast(src) : 0;
  for (int turn = 0; turn < turns; turn++) {
    if (MYTHREAD == 0)
      write_all(own_src, n, turn);
    upc_barrier;
    double start = now_ns();
    if (MYTHREAD == THREADS - 1)
      memcpy(own_dst, from, n);
    double mine = now_ns() - start;
    ns[turn] = mean_of_slowest(&mine, 1);
  }
  if (MYTHREAD == 0)
    report("c", "direct_copy", "alone", 0, n, THREADS, ns, turns);
}

static void make_arrays(size_t room) {
  src = (shared char *)upc_all_alloc(THREADS, room);
  dst = (shared char *)upc_all_alloc(THREADS, room);
  perm = (shared int *)upc_all_alloc(THREADS, sizeof(int));
  if (!src || !dst || !perm) {
    fprintf(stderr, "collectives: the shared heap is too small for two arrays of %zu bytes a thread\n", room);
    upc_global_exit(1);
  }
  own_src = (char *)(src + MYTHREAD);
  own_dst = (char *)(dst + MYTHREAD);
  perm[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  upc_barrier;
}

int main(int argc, char **argv) {
  const char *name = argument(argc, argv, "name");
  int all = wanted(argc, argv, "algorithms", "all") && argument(argc, argv, "algorithms");
  make_arrays(room_of(argc, argv, THREADS));
  for (size_t n = 0; (n = next_size(argc, argv, n));)
    if (wanted(argc, argv, "op", "direct_copy") && THREADS > 1 && has_room(BROADCAST, SYNCHRONISED, n, THREADS))
      measure_direct_copy(n);
  for (int op = 0; op < OPERATIONS; op++)
    for (int m = 0; m < MODES; m++)
      for (size_t n = 0; (n = next_size(argc, argv, n));)
        if (wanted(argc, argv, "op", operations[op]) && wanted(argc, argv, "mode", modes[m]) &&
            has_room(op, m, n, THREADS))
          measure(name ? name : "partita", op, m, n, all);
  return 0;
}
