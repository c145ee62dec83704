/* What calls with ALLSYNC can at best take where threads share processors: the same data moved by plain copies and loops in threads of C
 * between two barriers.
 *
 *   cc -O3 -pthread -I../include limit.c; ./a.out 3 totals=1048576 [op=gather,...]
 *
 * Threads are bound to the processors in turn. Each copies what it is given, but writes its block of a gather; folds its slice of vectors; or
 * folds its elements, and scans them after a barrier. */
#define _GNU_SOURCE
#include "measure.h"
#include "team.h"

static long *src, *dst, *sums; /* `stride` elements for each thread; sums has a cache line for each */
static size_t stride;
static int arrived, phase;
static double times[TEAM_MOST][ROUNDS_MOST];
enum { LINE = 8 /* longs */ };

/* Who waits gives its processor away. `phase` is stored with release by the last to come and read with acquire; `arrived` is set back before. */
static void barrier(void) {
  int before = __atomic_load_n(&phase, __ATOMIC_ACQUIRE);
  if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == team_threads) {
    __atomic_store_n(&arrived, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&phase, before + 1, __ATOMIC_RELEASE);
  } else
    while (__atomic_load_n(&phase, __ATOMIC_ACQUIRE) == before)
      if (team_threads > sysconf(_SC_NPROCESSORS_ONLN))
        sched_yield();
}

static long *of(long *array, long thread, size_t at) { return array + (size_t)thread * stride + at; }

static void fold_vectors(long *to, size_t first, size_t end) {
  for (size_t i = first; i < end; i++)
    to[i] = *of(src, 0, i);
  for (long t = 1; t < team_threads; t++)
    for (size_t i = first; i < end; i++)
      to[i] += *of(src, t, i);
}

static long fold(const long *at, size_t count) {
  long sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += at[i];
  return sum;
}

static long sum_before(long me) {
  long sum = 0;
  for (long t = 0; t < me; t++)
    sum += sums[t * LINE];
  return sum;
}

static void scan(long *to, const long *from, size_t count, long sum) {
  for (size_t i = 0; i < count; i++)
    to[i] = sum += from[i];
}

/* Blocks and vectors have `count` elements. */
static void call(enum operation op, size_t count, long me) {
  size_t n = count * sizeof(long), first = count * (size_t)me / (size_t)team_threads,
         end = count * (size_t)(me + 1) / (size_t)team_threads;
  switch (op) {
  case BROADCAST:
    memcpy(of(dst, me, 0), src, n);
    break;
  case SCATTER:
    memcpy(of(dst, me, 0), src + (size_t)me * count, n);
    break;
  case GATHER:
    memcpy(dst + (size_t)me * count, of(src, me, 0), n);
    break;
  case GATHER_ALL:
  case EXCHANGE:
    for (long k = 0; k < team_threads; k++) {
      long from = (me + k) % team_threads;
      memcpy(of(dst, me, (size_t)from * count), of(src, from, op == EXCHANGE ? (size_t)me * count : 0), n);
    }
    break;
  case PERMUTE:
    memcpy(of(dst, (me + 1) % team_threads, 0), of(src, me, 0), n);
    break;
  case REDUCE:
  case PREFIX_REDUCE:
    sums[me * LINE] = fold(of(src, me, 0), count);
    barrier();
    if (op == PREFIX_REDUCE)
      scan(of(dst, me, 0), of(src, me, 0), count, sum_before(me));
    else if (me == 0)
      *dst = sum_before(team_threads);
    break;
  case REDUCE_ALL:
    fold_vectors(of(dst, me, 0), first, end);
    barrier();
    for (long t = 0; t < team_threads; t++) {
      size_t from = count * (size_t)t / (size_t)team_threads, to = count * (size_t)(t + 1) / (size_t)team_threads;
      if (t != me)
        memcpy(of(dst, me, from), of(dst, t, from), (to - from) * sizeof(long));
    }
    break;
  case REDUCE_SCATTER:
    fold_vectors(of(dst, me, 0) - (size_t)me * count, (size_t)me * count, (size_t)(me + 1) * count);
    break;
  default:
    fold_vectors(dst, first, end);
  }
}

static double mean_of_slowest(int rounds) {
  double sum = 0;
  for (int i = 0; i < rounds; i++) {
    double most = 0;
    for (long t = 0; t < team_threads; t++)
      most = times[t][i] > most ? times[t][i] : most;
    sum += most;
  }
  return sum / rounds;
}

static void measure(enum operation op, size_t total, long me) {
  static double ns[BATCHES_MOST];
  size_t square = op == GATHER_ALL || op == EXCHANGE || op == REDUCE_SCATTER ? (size_t)team_threads : 1;
  size_t n = total / (size_t)team_threads / square / sizeof(long) * sizeof(long);
  int turns = batches(n), rounds = (rounds_of(n, 1) + 1) / 2;
  for (int turn = 0; turn < turns; turn++) {
    for (int i = 0; i <= rounds; i++) {
      write_all(of(src, me, 0), n * (size_t)source_blocks(op, (int)me, (int)team_threads), i);
      barrier();
      double start = now_ns();
      barrier();
      call(op, n / sizeof(long), me);
      barrier();
      times[me][i > 0 ? i - 1 : 0] = now_ns() - start; /* the first round brings the data into the caches */
      barrier();
      read_all(of(dst, me, 0), result_bytes(op, n, (int)me, (int)team_threads));
    }
    barrier();
    if (me == 0)
      ns[turn] = mean_of_slowest(rounds);
    barrier();
  }
  if (me == 0)
    report("c", operations[op], "synchronised", "in_all", total, (int)team_threads, ns, turns);
}

static int arguments;
static char **values;

static void run(long me) {
  for (int op = 0; op < OPERATIONS; op++) {
    const char *totals = argument(arguments, values, "totals");
    for (; totals && *totals; totals += strcspn(totals, ","), totals += *totals == ',')
      if (wanted(arguments, values, "op", operations[op]))
        measure((enum operation)op, strtoul(totals, 0, 0), me);
  }
}

int main(int argc, char **argv) {
  enum { ROOM = 8 << 20 };
  arguments = argc, values = argv;
  stride = ROOM / sizeof(long);
  long most = argc > 1 ? atol(argv[1]) : 2;
  src = calloc((size_t)(most > 0 ? most : 1), ROOM);
  dst = calloc((size_t)(most > 0 ? most : 1), ROOM);
  sums = calloc(TEAM_MOST, LINE * sizeof(long));
  if (!src || !dst || !sums)
    return 1;
  team(argc, argv, run);
  return 0;
}
