/* What calls can at best take where threads share processors: the same data moved by plain copies and loops in threads of C.
 *
 *   cc -O3 -pthread -I../include limit.c; ./a.out 3 totals=1048576 [op=gather,...] [mode=synchronised,nosync]
 *
 * Threads are bound to the processors in turn. Each copies what it is given, but writes its block of a gather; folds its slice of vectors; or
 * folds its elements, and scans them when the threads before it have folded theirs. Called and timed as calls.h does: one call between two
 * barriers, or DISJOINT on data of their own. */
#define _GNU_SOURCE
#include "measure.h"
#include "team.h"

static long *src, *dst; /* `stride` elements for each thread */
static size_t stride;
static _Thread_local size_t at; /* where in each thread's part the call's data begin */
static int arrived, phase, is_crowded;
static double times[TEAM_MOST][ROUNDS_MOST];

/* What a thread's elements come to in its call `number`, which is stored with release after the sum. A place serves again PARTS calls later:
 * barriers are at most DISJOINT calls apart, so nobody reads it any more. */
enum { PARTS = 2 * DISJOINT };
static struct part {
  _Alignas(64) long sum;
  int number;
} parts[TEAM_MOST][PARTS];
static _Thread_local int calls;

static void give_away(void) {
  if (is_crowded)
    sched_yield();
}

/* Who waits gives its processor away. `phase` is stored with release by the last to come and read with acquire; `arrived` is set back before. */
static void barrier(void) {
  int before = __atomic_load_n(&phase, __ATOMIC_ACQUIRE);
  if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == team_threads) {
    __atomic_store_n(&arrived, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&phase, before + 1, __ATOMIC_RELEASE);
  } else
    while (__atomic_load_n(&phase, __ATOMIC_ACQUIRE) == before)
      give_away();
}

static long *of(long *array, long thread, size_t i) { return array + (size_t)thread * stride + at + i; }

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

static void say_sum(long me, long sum) {
  struct part *part = &parts[me][++calls % PARTS];
  part->sum = sum;
  __atomic_store_n(&part->number, calls, __ATOMIC_RELEASE);
}

/* Of the threads before `end`, each of which it waits for. */
static long sum_before(long end) {
  long sum = 0;
  for (long t = 0; t < end; t++) {
    struct part *part = &parts[t][calls % PARTS];
    while (__atomic_load_n(&part->number, __ATOMIC_ACQUIRE) != calls)
      give_away();
    sum += part->sum;
  }
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
    memcpy(of(dst, me, 0), of(src, 0, 0), n);
    break;
  case SCATTER:
    memcpy(of(dst, me, 0), of(src, 0, (size_t)me * count), n);
    break;
  case GATHER:
    memcpy(of(dst, 0, (size_t)me * count), of(src, me, 0), n);
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
    say_sum(me, fold(of(src, me, 0), count));
    if (op == PREFIX_REDUCE)
      scan(of(dst, me, 0), of(src, me, 0), count, sum_before(me));
    else if (me == 0)
      *of(dst, 0, 0) = sum_before(team_threads);
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
    fold_vectors(of(dst, 0, 0), first, end);
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

/* The data of the calls of a round, one after the other in each thread's part. */
static void write_sources(enum operation op, size_t n, int disjoint, int round, long me) {
  size_t apart = n / sizeof(long) * (size_t)team_threads;
  for (at = 0; at < (size_t)disjoint * apart; at += apart)
    write_all(of(src, me, 0), n * (size_t)source_blocks(op, (int)me, (int)team_threads), round);
}

static void read_results(enum operation op, size_t n, int disjoint, long me) {
  size_t apart = n / sizeof(long) * (size_t)team_threads;
  for (at = 0; at < (size_t)disjoint * apart; at += apart)
    read_all(of(dst, me, 0), result_bytes(op, n, (int)me, (int)team_threads));
}

/* The time of one of so many calls between two barriers. */
static double time_calls(enum operation op, size_t n, int disjoint, long me) {
  size_t count = n / sizeof(long), apart = count * (size_t)team_threads;
  double start = now_ns();
  for (at = 0; at < (size_t)disjoint * apart; at += apart)
    call(op, count, me);
  barrier();
  return (now_ns() - start) / disjoint;
}

/* A call with ALLSYNC waits for all to enter, with its clock on; one with NOSYNC does not. */
static double time_round(enum operation op, size_t n, enum mode mode, int round, long me) {
  int disjoint = mode == NOSYNC ? DISJOINT : 1;
  double entry = 0;
  write_sources(op, n, disjoint, round, me);
  barrier();
  if (mode == SYNCHRONISED) {
    double start = now_ns();
    barrier();
    entry = now_ns() - start;
  }
  double time = entry + time_calls(op, n, disjoint, me);
  barrier();
  read_results(op, n, disjoint, me);
  return time;
}

static void measure(enum operation op, enum mode mode, size_t total, long me) {
  static double ns[BATCHES_MOST];
  size_t square = op == GATHER_ALL || op == EXCHANGE || op == REDUCE_SCATTER ? (size_t)team_threads : 1;
  size_t n = total / (size_t)team_threads / square / sizeof(long) * sizeof(long);
  int turns = batches(n), rounds = (rounds_of(n, 1) + 1) / 2;
  for (int turn = 0; turn < turns; turn++) {
    for (int i = 0; i <= rounds; i++) /* the first round brings the data into the caches */
      times[me][i > 0 ? i - 1 : 0] = time_round(op, n, mode, i, me);
    barrier();
    if (me == 0)
      ns[turn] = mean_of_slowest(rounds);
    barrier();
  }
  if (me == 0)
    report("c", operations[op], modes[mode], "in_all", total, (int)team_threads, ns, turns);
}

static int arguments;
static char **values;

static void run(long me) {
  for (int op = 0; op < OPERATIONS; op++) {
    const char *totals = argument(arguments, values, "totals");
    for (; totals && *totals; totals += strcspn(totals, ","), totals += *totals == ',')
      for (int mode = 0; mode < MODES; mode++)
        if ((mode == SYNCHRONISED || mode == NOSYNC) && wanted(arguments, values, "op", operations[op]) &&
            wanted(arguments, values, "mode", modes[mode]))
          measure((enum operation)op, (enum mode)mode, strtoul(totals, 0, 0), me);
  }
}

int main(int argc, char **argv) {
  enum { ROOM = 8 << 20 };
  arguments = argc, values = argv;
  stride = ROOM / sizeof(long);
  long most = argc > 1 ? atol(argv[1]) : 2;
  src = calloc((size_t)(most > 0 ? most : 1), ROOM);
  dst = calloc((size_t)(most > 0 ? most : 1), ROOM);
  is_crowded = crowded((int)most);
  if (!src || !dst)
    return 1;
  team(argc, argv, run);
  return 0;
}
