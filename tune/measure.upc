/* Measures every algorithm of one operation on these threads, for upctune.
 *
 *   measure where
 *       prints the file of this machine's table, then the most threads that it can have (0: any
 *       number), then the lines that the table begins with
 *   measure OPERATION MILLISECONDS LARGEST [all] [free] [room=BYTES] [PARAMETER=VALUE...]
 *       prints a line for each measurement:
 *       OPERATION BYTES CLASS ALGORITHM NANOSECONDS [chosen]
 *       Parameters are those of the cost model. all: what it thinks slow takes part too. room: of
 *       the two arrays' part on each thread, in place of 16 MiB.
 *
 * BYTES as select.def counts them; CLASS: strong, loose or free (runtime/src/coll/choice/select.h);
 * chosen: what serves without upctune.
 *
 * In each round the owner of a source writes all of it, and the owner of a result reads it. The
 * algorithms of a size that may be the best by the model take turns, a short batch each, until the
 * size's share of the time is over. Slow ones drop out; then other values of the others' parameters
 * take part ("pull_knomial:8"). The time of a batch is the mean of its rounds on the slowest
 * thread; the result is the first quartile of the batches.
 *
 * On a simulated machine (upcrun -sim) times are virtual and the same in each run, so one batch
 * counts, and one of fewer calls for an algorithm that this shows to be slow. The program's own
 * reads and writes take no virtual time, and are left out. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>
#include <upc_collective.h>
#include <upc_tick.h>
#include <upcr/tune.h>
#include <upcx_collective.h>
#include <upcx_sim.h>

enum {
  ALGORITHMS = 128,
  NAME = 64,
  BATCHES = 201,
  PASSES = 3,
  SMALLEST = 8,
  SIZES_APART = 4,
  DISJOINT = 4
};

/* Limit, as a multiple of the model's best time: algorithms beyond it are not measured
 * (docs/collectives-model.md says how often a good one is among the others). */
static const double OPEN = 2;
static const double SLOW = 1.4; /* the same of measured times */
static int takes_all;
static size_t room = 16 << 20;

/* The arrays: a part on each thread, used as one block (indefinite) or, for reductions, as cyclic
 * elements. */
static shared char *src, *dst;
static shared int *perm;
static char *own_src, *own_dst;
static shared double times[THREADS];
static shared int verdict; /* thread 0 decides for all */
static size_t at;          /* offset in bytes of the call's data in each thread's part */

static double now_ns(void) { return (double)upc_ticks_to_ns(upc_ticks_now()); }

/* An operation. `n` is the bytes of one thread's own data. */
typedef void call_function(size_t n, int flags);
enum part { NOTHING, BLOCK, ALL_BLOCKS, WORD }; /* of n bytes, THREADS times that, one element */

static shared char *part(shared char *array) { return array + at * THREADS; }
static shared long *longs(shared char *array) { return (shared long *)part(array); }

static void broadcast(size_t n, int flags) { upc_all_broadcast(part(dst), part(src), n, flags); }
static void scatter(size_t n, int flags) { upc_all_scatter(part(dst), part(src), n, flags); }
static void gather(size_t n, int flags) { upc_all_gather(part(dst), part(src), n, flags); }
static void gather_all(size_t n, int flags) { upc_all_gather_all(part(dst), part(src), n, flags); }
static void exchange(size_t n, int flags) { upc_all_exchange(part(dst), part(src), n, flags); }
static void permute(size_t n, int flags) { upc_all_permute(part(dst), part(src), perm, n, flags); }
static void reduce(size_t n, int flags) {
  upc_all_reduceL(longs(dst), longs(src), UPC_ADD, n / sizeof(long) * THREADS, n / sizeof(long),
                  NULL, flags);
}
static void prefix_reduce(size_t n, int flags) {
  upc_all_prefix_reduceL(longs(dst), longs(src), UPC_ADD, n / sizeof(long) * THREADS,
                         n / sizeof(long), NULL, flags);
}
static void reduce_all(size_t n, int flags) {
  upcx_all_reduce_all(part(dst), part(src), UPC_LONG, UPC_ADD, n / sizeof(long), flags);
}
static void reduce_scatter(size_t n, int flags) {
  upcx_all_reduce_scatter(part(dst), part(src), UPC_LONG, UPC_ADD, n / sizeof(long), flags);
}
static void reduce_vector(size_t n, int flags) {
  upcx_all_reduce_vector(part(dst), part(src), UPC_LONG, UPC_ADD, n / sizeof(long), flags);
}

static const struct operation {
  const char *name;
  call_function *call;
  enum part root_source, source, root_result, result; /* on thread 0, on the others */
  int counts_all; /* select.def counts the bytes of all threads together */
} operations[] = {
    {"broadcast", broadcast, BLOCK, NOTHING, BLOCK, BLOCK, 0},
    {"scatter", scatter, ALL_BLOCKS, NOTHING, BLOCK, BLOCK, 0},
    {"gather", gather, BLOCK, BLOCK, ALL_BLOCKS, NOTHING, 0},
    {"gather_all", gather_all, BLOCK, BLOCK, ALL_BLOCKS, ALL_BLOCKS, 0},
    {"exchange", exchange, ALL_BLOCKS, ALL_BLOCKS, ALL_BLOCKS, ALL_BLOCKS, 0},
    {"permute", permute, BLOCK, BLOCK, BLOCK, BLOCK, 0},
    {"reduce", reduce, BLOCK, BLOCK, WORD, NOTHING, 1},
    {"prefix_reduce", prefix_reduce, BLOCK, BLOCK, BLOCK, BLOCK, 1},
    {"reduce_all", reduce_all, BLOCK, BLOCK, BLOCK, BLOCK, 0},
    {"reduce_scatter", reduce_scatter, ALL_BLOCKS, ALL_BLOCKS, BLOCK, BLOCK, 0},
    {"reduce_vector", reduce_vector, BLOCK, BLOCK, BLOCK, NOTHING, 0},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static const struct class {
  const char *name;
  int flags;
} classes[] = {
    {"strong", UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC},
    {"loose", UPC_IN_MYSYNC | UPC_OUT_MYSYNC},
    {"free", UPC_IN_NOSYNC | UPC_OUT_NOSYNC},
};
enum { STRONG, LOOSE, FREE, CLASSES };

static size_t bytes_of(enum part part, size_t n) {
  return part == NOTHING ? 0 : part == WORD ? sizeof(long) : part == BLOCK ? n : n * THREADS;
}

/* The most bytes of one array on a thread. */
static size_t largest_part(const struct operation *op, size_t n) {
  size_t most = 0;
  enum part parts[] = {op->root_source, op->source, op->root_result, op->result};
  for (int i = 0; i < 4; i++)
    most = bytes_of(parts[i], n) > most ? bytes_of(parts[i], n) : most;
  return most;
}

static void write_source(const struct operation *op, size_t n, int round) {
  if (!upcx_sim_active())
    memset(own_src + at, round, bytes_of(MYTHREAD == 0 ? op->root_source : op->source, n));
}

static void read_result(const struct operation *op, size_t n) {
  static volatile uint64_t sink;
  const uint64_t *word = (const uint64_t *)(own_dst + at);
  uint64_t sum = 0;
  if (upcx_sim_active())
    return;
  for (size_t left = bytes_of(MYTHREAD == 0 ? op->root_result : op->result, n);
       left >= sizeof *word; left -= sizeof *word)
    sum += *word++;
  sink = sum;
}

/* Calls in sequence, with the writes and reads of the data: they pay for a result in another
 * thread's cache, and for a source line taken from its writer's. */
static double looped_batch(const struct operation *op, int class, size_t n, int rounds) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < rounds; i++) {
    write_source(op, n, i);
    op->call(n, classes[class].flags);
    read_result(op, n);
  }
  return (now_ns() - start) / rounds;
}

/* Calls on disjoint data between two barriers. */
static double free_batch(const struct operation *op, size_t n, int rounds) {
  double sum = 0;
  size_t apart = largest_part(op, n);
  for (int i = 0; i < rounds; i++) {
    for (int k = 0; k < DISJOINT; k++, at += apart)
      write_source(op, n, i);
    at = 0;
    upc_barrier;
    double start = now_ns();
    for (int k = 0; k < DISJOINT; k++, at += apart)
      op->call(n, classes[FREE].flags);
    upc_barrier;
    sum += now_ns() - start;
    for (at = 0; at < DISJOINT * apart; at += apart)
      read_result(op, n);
    at = 0;
  }
  return sum / rounds / DISJOINT;
}

static double batch(const struct operation *op, int class, size_t n, int rounds) {
  return class == FREE ? free_batch(op, n, rounds) : looped_batch(op, class, n, rounds);
}

/* The largest of the threads' times, on thread 0. */
static double slowest(double mine) {
  double most = 0;
  times[MYTHREAD] = mine;
  upc_barrier;
  for (int t = 0; MYTHREAD == 0 && t < THREADS; t++)
    most = times[t] > most ? times[t] : most;
  return most;
}

/* Thread 0's value, on every thread. */
static int agreed(int mine) {
  if (MYTHREAD == 0)
    verdict = mine;
  upc_barrier;
  int said = verdict;
  upc_barrier;
  return said;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The time of undisturbed batches: the first quartile. */
static double typical(const double *values, int count) {
  double sorted[BATCHES];
  memcpy(sorted, values, (size_t)count * sizeof *values);
  qsort(sorted, (size_t)count, sizeof *sorted, ascending);
  return sorted[count / 4];
}

/* An algorithm in the race of one size. Threads agree on `out`; the times are thread 0's. */
struct runner {
  char algorithm[NAME];
  double ns[BATCHES];
  int batches, out;
};

static void run_batch(const struct operation *op, int class, size_t n, struct runner *r,
                      int rounds) {
  upcr_tune_force(op->name, r->algorithm);
  upc_barrier;
  if (rounds > 1) /* the algorithm before has left its data in the caches, and threads asleep */
    batch(op, class, n, 1);
  double ns = slowest(batch(op, class, n, rounds));
  if (r->batches < BATCHES)
    r->ns[r->batches++] = ns;
}

/* Those that take more than `most` times as long as the best drop out. */
static void drop_slow(struct runner *runner, int count, double most) {
  double best = 0;
  for (int i = 0; MYTHREAD == 0 && i < count; i++) {
    double ns = typical(runner[i].ns, runner[i].batches);
    best = i == 0 || ns < best ? ns : best;
  }
  for (int i = 0; i < count; i++)
    runner[i].out |=
        agreed(MYTHREAD == 0 && typical(runner[i].ns, runner[i].batches) > most * best);
}

static void enter(struct runner *runner, int *count, const char *name) {
  struct runner *entered = &runner[(*count)++];
  *entered = (struct runner){.batches = 0};
  snprintf(entered->algorithm, NAME, "%s", name);
}

static double predicted(const struct operation *op, int class, size_t counted, const char *name) {
  return upcr_tune_predicted(op->name, name, counted, classes[class].flags);
}

/* The least time that the model predicts; below 0: it describes none of them. */
static double best_predicted(const struct operation *op, int class, size_t counted) {
  double best = -1;
  const char *name;
  for (int i = 0; (name = upcr_tune_algorithm(op->name, i)); i++) {
    double ns = predicted(op, class, counted, name);
    if (ns >= 0 && upcr_tune_fits(op->name, name, counted) && (best < 0 || ns < best))
      best = ns;
  }
  return best;
}

/* Whether the algorithm may be the best by the model, or is not described by it. */
static int is_open(const struct operation *op, int class, size_t counted, const char *name,
                   double best) {
  double ns = predicted(op, class, counted, name);
  return takes_all || ns < 0 || best < 0 || ns <= OPEN * best;
}

/* The algorithms that may be the best, and the choice without upctune. */
static int enter_all(const struct operation *op, int class, size_t counted, const char *chosen,
                     struct runner *runner) {
  int count = 0;
  double best = best_predicted(op, class, counted);
  const char *name;
  for (int i = 0; count < ALGORITHMS && (name = upcr_tune_algorithm(op->name, i)); i++)
    if (upcr_tune_fits(op->name, name, counted) &&
        (is_open(op, class, counted, name, best) || strcmp(name, chosen) == 0))
      enter(runner, &count, name);
  return count;
}

/* Adds the remaining algorithms with other values of their parameters. */
static int enter_variants(const struct operation *op, size_t counted, struct runner *runner,
                          int count) {
  char name[NAME];
  for (int i = 0, entered = count; i < entered; i++)
    for (int k = 0;
         !runner[i].out && count < ALGORITHMS &&
         upcr_tune_variant(op->name, runner[i].algorithm, k, counted, name, sizeof name) == 0;
         k++)
      enter(runner, &count, name);
  return count;
}

/* Algorithms let consecutive calls overlap to different degrees, so a batch has several calls. On a
 * simulated machine an extra round first brings the threads into the state of later calls. */
static int rounds_of(size_t n) {
  int rounds = n <= 4096 ? 20 : n <= 65536 ? 4 : 1;
  return rounds == 1 && upcx_sim_active() ? 2 : rounds;
}

/* A batch of each algorithm in the race. */
static void run_pass(const struct operation *op, int class, size_t n, struct runner *runner,
                     int count) {
  for (int i = 0; i < count; i++)
    if (!runner[i].out)
      run_batch(op, class, n, &runner[i], rounds_of(n));
}

/* On a simulated machine later batches take the same time, so each algorithm from the one numbered
 * `from` on has one. A short one before leaves out the slow, but not the choice without upctune:
 * calls with ALLSYNC do not overlap; of others, FEW take at most rounds / FEW times as long each as
 * all rounds do. */
enum { FEW_STRONG = 2, FEW = 4, MARGIN = 2 };

static int few_rounds(int class) { return class == STRONG ? FEW_STRONG : FEW; }

static void run_short(const struct operation *op, int class, size_t n, const char *chosen,
                      struct runner *runner, int from, int count) {
  int few = few_rounds(class);
  for (int i = from; i < count; i++)
    run_batch(op, class, n, &runner[i], few);
  drop_slow(runner, count, class == STRONG ? MARGIN : (double)rounds_of(n) / few);
  for (int i = from; i < count; i++)
    runner[i].out = runner[i].out && strcmp(runner[i].algorithm, chosen) != 0;
}

static void run_simulated(const struct operation *op, int class, size_t n, const char *chosen,
                          struct runner *runner, int from, int count) {
  if (rounds_of(n) > few_rounds(class))
    run_short(op, class, n, chosen, runner, from, count);
  for (int i = from; i < count; i++)
    if (!runner[i].out) {
      runner[i].batches = 0;
      run_batch(op, class, n, &runner[i], rounds_of(n));
    }
}

static void run_passes(const struct operation *op, int class, size_t n, const char *chosen,
                       struct runner *runner, int from, int count) {
  if (upcx_sim_active())
    run_simulated(op, class, n, chosen, runner, from, count);
  for (int pass = 0; pass < PASSES && !upcx_sim_active(); pass++)
    run_pass(op, class, n, runner, count);
}

/* Prints the results of the race. */
static void print_all(const struct operation *op, int class, size_t counted, const char *chosen,
                      struct runner *runner, int count) {
  for (int i = 0; MYTHREAD == 0 && i < count; i++)
    printf("%s %zu %s %s %.0f%s\n", op->name, counted, classes[class].name, runner[i].algorithm,
           typical(runner[i].ns, runner[i].batches),
           strcmp(runner[i].algorithm, chosen) == 0 ? " chosen" : "");
}

static void race(const struct operation *op, int class, size_t n, double share_ns) {
  static struct runner runner[ALGORITHMS];
  size_t counted = op->counts_all ? n * THREADS : n;
  upcr_tune_force(op->name, 0);
  const char *chosen = upcr_tune_choice(op->name, counted, classes[class].flags);
  int entered = enter_all(op, class, counted, chosen, runner);
  double end = now_ns() + share_ns;
  run_passes(op, class, n, chosen, runner, 0, entered);
  drop_slow(runner, entered, SLOW);
  int count = enter_variants(op, counted, runner, entered);
  run_passes(op, class, n, chosen, runner, entered, count);
  drop_slow(runner, count, SLOW);
  for (int pass = 2 * PASSES; pass < BATCHES && !upcx_sim_active() && !agreed(now_ns() > end);
       pass++)
    run_pass(op, class, n, runner, count);
  print_all(op, class, counted, chosen, runner, count);
}

static int where(void) {
  char path[1024];
  if (MYTHREAD != 0)
    return 0;
  printf("%s\n%ld\n", upcr_tune_path(path, sizeof path) == 0 ? path : "", upcr_tune_threads_most());
  upcr_tune_print_head();
  return 0;
}

static void make_arrays(void) {
  src = (shared char *)upc_all_alloc(THREADS, room);
  dst = (shared char *)upc_all_alloc(THREADS, room);
  perm = (shared int *)upc_all_alloc(THREADS, sizeof(int));
  if (!src || !dst || !perm) {
    fprintf(stderr, "measure: no room for the arrays in the shared heap\n");
    upc_global_exit(1);
  }
  own_src = (char *)(src + MYTHREAD);
  own_dst = (char *)(dst + MYTHREAD);
  perm[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  upc_barrier;
}

static int fits_arrays(const struct operation *op, int class, size_t n) {
  return largest_part(op, n) * (class == FREE ? DISJOINT : 1) <= room;
}

static void measure(const struct operation *op, double ms, size_t largest, int used) {
  int sizes = 0;
  for (int class = 0; class < used; class ++)
    for (size_t n = SMALLEST; n <= largest && fits_arrays(op, class, n); n *= SIZES_APART)
      sizes++;
  for (int class = 0; class < used; class ++)
    for (size_t n = SMALLEST; n <= largest && fits_arrays(op, class, n); n *= SIZES_APART)
      race(op, class, n, ms * 1e6 / sizes);
}

static const struct operation *find(const char *name) {
  for (int i = 0; i < OPERATIONS; i++)
    if (strcmp(operations[i].name, name) == 0)
      return &operations[i];
  return 0;
}

static void take_cost(char *word) {
  char *value = strchr(word, '=');
  if (value)
    *value++ = 0;
  if (!value || upcr_tune_cost(word, atof(value)) != 0) {
    fprintf(stderr, "measure: '%s' is not a parameter of the cost model with a value\n", word);
    upc_global_exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "where") == 0)
    return where();
  const struct operation *op = argc >= 4 ? find(argv[1]) : 0;
  if (!op) {
    if (MYTHREAD == 0)
      fprintf(stderr, "usage: measure where | measure OPERATION MILLISECONDS LARGEST [all] [free] "
                      "[room=BYTES] [PARAMETER=VALUE...]\n");
    return 2;
  }
  int used = CLASSES - 1;
  for (int i = 4; i < argc; i++)
    if (strcmp(argv[i], "free") == 0)
      used = CLASSES;
    else if (strcmp(argv[i], "all") == 0)
      takes_all = 1;
    else if (strncmp(argv[i], "room=", 5) == 0)
      room = strtoul(argv[i] + 5, 0, 10);
    else
      take_cost(argv[i]);
  make_arrays();
  measure(op, atof(argv[2]), strtoul(argv[3], 0, 10), used);
  return 0;
}
