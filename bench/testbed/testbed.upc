/* A test bed for collectives as programs use them: computation between the calls, threads that come late, and one that computes
 * ten times as long (the GMTU thesis, sections 4.4, 4.5 and 7; its matrix of test cases is Figure 21).
 *
 *   upcrun -n 2 ./testbed [sizes=8,65536]
 *
 * For each case, operation, algorithm and size: the time of a call, the mean of a batch on the thread where it is the largest. A call's
 * time contains its waiting for threads that are late. "overall" is the time of a whole round, computation included. */
#include <string.h>
#include <upc_relaxed.h>
#include <upc_collective.h>
#include <upcr/tune.h>

#include "measure.h"

enum { LARGEST = 65536, ROUNDS = 20, WARM_UPS = 10, SKEW = 10, SIZES = 16, ALGORITHMS = 4 };

static shared char *src, *dst;
static shared int *perm;
static shared [1] struct result {
  double call, overall;
} results[THREADS];

enum { BROADCAST = 1, SCATTER = 2, GATHER = 4, GATHER_ALL = 8, EXCHANGE = 16, PERMUTE = 32, ALL = 63 };
static const char *const operations[] = {"broadcast", "scatter", "gather", "gather_all", "exchange", "permute"};
enum { OPERATIONS = sizeof operations / sizeof *operations };

enum { ALL_SYNC = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC, MY_SYNC = UPC_IN_MYSYNC | UPC_OUT_MYSYNC, NO_SYNC = UPC_IN_NOSYNC | UPC_OUT_NOSYNC };

/* Figure 21. The thesis compares its library in three memory schemes with the pull and push forms of the reference implementation:
 * "default" is our choice, which copies directly where it can; buffered and packets are the schemes with buffers. */
static const struct testcase {
  int number, operations;
  double computation; /* times the call's own time */
  int skew, late;     /* the last thread computes SKEW times as long; threads start one after the other */
  int flags;
  const char *algorithm[ALGORITHMS];
} cases[] = {
    {0, BROADCAST | EXCHANGE, 0.1, 0, 0, ALL_SYNC, {"default", "pull", "push"}},
    {1, ALL, 2, 0, 0, ALL_SYNC, {"default", "pull", "push"}},
    {2, ALL, 2, 0, 0, ALL_SYNC, {"default", "buffered"}},
    {3, BROADCAST | EXCHANGE, 2, 1, 0, ALL_SYNC, {"default", "pull", "push"}},
    {4, BROADCAST, 2, 0, 0, ALL_SYNC, {"default", "pull", "naive_pull"}},
    {5, BROADCAST, 2, 0, 0, ALL_SYNC, {"default", "push", "naive_push"}},
    {6, ALL, 2, 0, 0, ALL_SYNC, {"default", "packets"}},
    {7, BROADCAST | EXCHANGE, 2, 0, 0, MY_SYNC, {"default", "pull", "push"}},
    {8, BROADCAST | EXCHANGE, 2, 0, 0, NO_SYNC, {"default", "pull", "push"}},
    {9, BROADCAST | EXCHANGE, 2, 0, 0, MY_SYNC, {"default", "buffered"}},
    {10, BROADCAST | EXCHANGE, 2, 0, 0, NO_SYNC, {"default", "buffered"}},
    {11, BROADCAST | EXCHANGE, 2, 0, 0, MY_SYNC, {"default", "packets"}},
    {12, BROADCAST | EXCHANGE, 2, 0, 0, NO_SYNC, {"default", "packets"}},
    {13, BROADCAST | EXCHANGE, 2, 0, 1, ALL_SYNC, {"default", "pull", "push"}},
};
enum { CASES = sizeof cases / sizeof *cases };

static void call(int op, size_t n, int flags) {
  switch (1 << op) {
  case BROADCAST:
    upc_all_broadcast(dst, src, n, flags);
    break;
  case SCATTER:
    upc_all_scatter(dst, src, n, flags);
    break;
  case GATHER:
    upc_all_gather(dst, src, n, flags);
    break;
  case GATHER_ALL:
    upc_all_gather_all(dst, src, n, flags);
    break;
  case EXCHANGE:
    upc_all_exchange(dst, src, n, flags);
    break;
  default:
    upc_all_permute(dst, src, perm, n, flags);
  }
}

/* Arithmetic on private data for so long. */
static void compute(double ns) {
  static volatile double sink;
  double end = now_ns() + ns, x = sink;
  do
    for (int i = 0; i < 20; i++)
      x = x * 0.999 + 1;
  while (now_ns() < end);
  sink = x;
}

/* The call's own time, without computation: what the amount of computation follows. The same on all threads. */
static double warm_up(int op, size_t n, int flags) {
  double least = 0;
  for (int i = 0; i < WARM_UPS; i++) {
    upc_barrier;
    double start = now_ns();
    call(op, n, flags);
    upc_barrier;
    double ns = now_ns() - start;
    least = i == 0 || ns < least ? ns : least;
  }
  results[MYTHREAD].call = least;
  upc_barrier;
  double first = results[0].call;
  upc_barrier;
  return first;
}

/* Adds one batch to both measures, on thread 0. */
static void batch(const struct testcase *c, int op, size_t n, double ns, struct measure *calls, struct measure *overall) {
  double in_calls = 0, computation = ns * (c->skew && MYTHREAD == THREADS - 1 ? SKEW : 1);
  upc_barrier;
  if (c->late)
    compute(SKEW * ns * MYTHREAD);
  double first = now_ns();
  for (int i = 0; i < ROUNDS; i++) {
    double start = now_ns();
    call(op, n, c->flags);
    in_calls += now_ns() - start;
    compute(computation);
  }
  results[MYTHREAD].call = in_calls / ROUNDS;
  results[MYTHREAD].overall = (now_ns() - first) / ROUNDS;
  upc_barrier;
  struct result most = {0, 0};
  for (int t = 0; MYTHREAD == 0 && t < THREADS; t++) {
    struct result r = results[t];
    most.call = r.call > most.call ? r.call : most.call;
    most.overall = r.overall > most.overall ? r.overall : most.overall;
  }
  upc_barrier;
  if (MYTHREAD == 0) {
    measure_add_ns(calls, most.call);
    measure_add_ns(overall, most.overall);
  }
}

/* The algorithm's name to force; 0: the choice. */
static const char *forced(const char *name) { return strcmp(name, "default") == 0 ? 0 : name; }

static void run(const struct testcase *c, int op, size_t n) {
  static struct measure calls[ALGORITHMS], overall[ALGORITHMS];
  char names[2][60];
  double computation = c->computation * warm_up(op, n, c->flags);
  snprintf(names[0], sizeof names[0], "%s_case%d", operations[op], c->number);
  snprintf(names[1], sizeof names[1], "%s_overall_case%d", operations[op], c->number);
  int count = 0, rounds = measure_rounds();
  for (; count < ALGORITHMS && c->algorithm[count]; count++) {
    const char *name = c->algorithm[count];
    calls[count] = (struct measure){.name = names[0], .n = (long)n, .variant = name};
    overall[count] = (struct measure){.name = names[1], .n = (long)n, .variant = name};
  }
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++) {
      const char *name = forced(c->algorithm[i]);
      if (name && !upcr_tune_fits(operations[op], name, n))
        continue;
      upcr_tune_force(operations[op], name);
      batch(c, op, n, computation, &calls[i], &overall[i]);
    }
  upcr_tune_force(operations[op], 0);
  for (int i = 0; MYTHREAD == 0 && i < count; i++) {
    measure_print(&calls[i]);
    measure_print(&overall[i]);
  }
}

int main(int argc, char **argv) {
  static size_t sizes[SIZES] = {8, 64, 1000, 4096, 10000, LARGEST};
  int count = 6;
  if (argc > 1 && strncmp(argv[1], "sizes=", 6) == 0) {
    count = 0;
    for (char *word = strtok(argv[1] + 6, ","); word && count < SIZES; word = strtok(0, ","))
      sizes[count++] = strtoul(word, 0, 10);
  }
  src = (shared char *)upc_all_alloc(THREADS, LARGEST * THREADS);
  dst = (shared char *)upc_all_alloc(THREADS, LARGEST * THREADS);
  perm = (shared int *)upc_all_alloc(THREADS, sizeof(int));
  if (!src || !dst || !perm)
    upc_global_exit(1);
  perm[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  upc_barrier;
  for (int c = 0; c < CASES; c++)
    for (int op = 0; op < OPERATIONS; op++)
      for (int i = 0; cases[c].operations & 1 << op && i < count; i++)
        if (sizes[i] <= LARGEST)
          run(&cases[c], op, sizes[i]);
}
