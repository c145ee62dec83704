/* A test bed for collectives as programs use them: computation between the calls, late threads, and
 * one thread that computes ten times as long (the GMTU thesis, sections 4.4, 4.5 and 7; its matrix
 * of test cases is Figure 21).
 *
 *   upcrun -n 2 ./testbed [sizes=8,65536 [cases=0,1,3]]
 *
 * For each case, operation, algorithm and size: the time of a call, the mean of a batch on the
 * slowest thread. It includes waiting for late threads. "overall" is the time of a whole round,
 * with computation. */
#include <upc_relaxed.h>
#include <upc_collective.h>
#include <upcr/tune.h>

#include "../include/naive.h"
#include "cases.h"

static shared char *src, *dst;
static shared int *perm;
static shared [1] struct result {
  double call, overall;
} results[THREADS];

static const int flags[] = {
    [ALL_SYNC] = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC,
    [MY_SYNC] = UPC_IN_MYSYNC | UPC_OUT_MYSYNC,
    [NO_SYNC] = UPC_IN_NOSYNC | UPC_OUT_NOSYNC,
};

static enum naive naive; /* measures loops instead of the library's collectives */

static void call(int op, size_t n, int flags) {
  if (naive) {
    naive_call(op, naive, dst, src, perm, n, flags);
    return;
  }
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

/* The call's own time, without computation, from which the amount of computation is derived. The
 * same on all threads. */
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
static void batch(const struct testcase *c, int op, size_t n, double ns, struct measure *calls,
                  struct measure *overall) {
  double in_calls = 0, computation = computation_of(c, ns, MYTHREAD, THREADS);
  upc_barrier;
  compute(delay_of(c, ns, MYTHREAD));
  double first = now_ns();
  for (int i = 0; i < ROUNDS; i++) {
    double start = now_ns();
    call(op, n, flags[c->sync]);
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

/* Forces an algorithm, or none for "default", and calls once: the algorithm before left its data in
 * the caches, and a first call selects. */
static void change_to(const char *name, const struct testcase *c, int op, size_t n) {
  naive = naive_of(name);
  upcr_tune_force(operations[op], naive || strcmp(name, "default") == 0 ? 0 : name);
  upc_barrier;
  call(op, n, flags[c->sync]);
}

static void run(const struct testcase *c, int op, size_t n) {
  static struct measure calls[ALGORITHMS], overall[ALGORITHMS];
  struct names names = names_of(c, op);
  double computation = c->computation * warm_up(op, n, flags[c->sync]);
  int count = 0, rounds = measure_rounds();
  for (; count < ALGORITHMS && c->algorithm[count]; count++) {
    const char *name = c->algorithm[count];
    calls[count] = (struct measure){.name = names.call, .n = (long)n, .variant = name};
    overall[count] = (struct measure){.name = names.overall, .n = (long)n, .variant = name};
  }
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++) {
      const char *name = c->algorithm[i];
      if (strcmp(name, "default") != 0 && !naive_of(name) &&
          !upcr_tune_fits(operations[op], name, n))
        continue;
      change_to(name, c, op, n);
      batch(c, op, n, computation, &calls[i], &overall[i]);
    }
  naive = NOT_NAIVE;
  upcr_tune_force(operations[op], 0);
  for (int i = 0; MYTHREAD == 0 && i < count; i++) {
    measure_print(&calls[i]);
    measure_print(&overall[i]);
  }
}

/* Whether "cases=0,1,3", if given, has the number. */
static int is_chosen(int argc, char **argv, int number) {
  if (argc < 3)
    return 1;
  const char *at = strncmp(argv[2], "cases=", 6) == 0 ? argv[2] + 5 : 0;
  for (; at && atoi(at + 1) != number; at = strchr(at + 1, ','))
    ;
  return at != 0;
}

int main(int argc, char **argv) {
  size_t sizes[SIZES];
  int count = sizes_of(argc, argv, sizes);
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
        if (sizes[i] <= LARGEST && is_chosen(argc, argv, cases[c].number))
          run(&cases[c], op, sizes[i]);
}
