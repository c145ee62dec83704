/* The MPP set (the XL UPC paper, section 5.2): all-to-all by puts with three schedules, barrier, a
 * sum for every thread, broadcast with changing root, and the round trips of random pairs with
 * their distribution. rivals/mpp_mpi.c does the same with MPI. */
#include <stdint.h>
#include <string.h>
#include <upc_relaxed.h>
#include <upc_collective.h>
#include <upcx_collective.h>

#include "measure.h"
#include "quantiles.h"

enum { MESSAGE = 1 << 20, CALLS = 20, TRIPS = 50, LARGEST_BROADCAST = 98304 };

struct padded {
  uint64_t value;
  char rest[120]; /* and its neighbour, which processors fetch with it */
};

static shared[] char *shared parts[THREADS]; /* MESSAGE bytes on each thread: an equal share from
                                                every thread */
static char message[MESSAGE];
static int *order; /* [THREADS]: the order in which a thread writes to the others */
static shared uint64_t values[THREADS], sum;
static shared [1] uint64_t sums[THREADS];
static shared char *from, *to;
static strict shared [1] struct padded flags[THREADS];
static shared int partner_of[THREADS]; /* -1: none */
static shared [QUANTILES_WORDS] long collected[QUANTILES_WORDS * THREADS];

/* The order in which a thread writes to the others. */
enum schedule { STRAIGHT, ROTATED, RANDOM, SCHEDULES };
static const char *const schedules[SCHEDULES] = {"straight", "rotated", "random"};

static void make_order(enum schedule schedule) {
  for (int i = 0; i < THREADS; i++)
    order[i] = schedule == STRAIGHT ? i : (i + MYTHREAD) % THREADS;
  for (int i = THREADS - 1; schedule == RANDOM && i > 0; i--) {
    int other = rand() % (i + 1), swapped = order[i];
    order[i] = order[other];
    order[other] = swapped;
  }
}

/* MESSAGE bytes from each thread, an equal share to each, in chunks of m->n bytes. */
static void alltoall(struct measure *m) {
  size_t share = MESSAGE / THREADS, chunk = (size_t)m->n;
  upc_barrier;
  double start = now_ns();
  for (size_t at = 0; at < share; at += chunk)
    for (int i = 0; i < THREADS; i++) {
      size_t n = share - at < chunk ? share - at : chunk;
      upc_memput(parts[order[i]] + MYTHREAD * share + at, message + order[i] * share + at, n);
    }
  upc_barrier;
  measure_add(m, start, 1);
}

static void barrier(struct measure *m) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < CALLS; i++)
    upc_barrier;
  measure_add(m, start, CALLS);
}

/* As the MPP set does it: a reduction to a shared scalar, which all read. */
static void accumulate(struct measure *m) {
  volatile uint64_t got;
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < CALLS; i++) {
    values[MYTHREAD] = (uint64_t)MYTHREAD;
    upc_all_reduceUL(&sum, values, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    got = sum;
  }
  (void)got;
  measure_add(m, start, CALLS);
}

/* In one call. */
static void reduce_all(struct measure *m) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < CALLS; i++)
    upcx_all_reduce_all(sums, values, UPC_ULONG, UPC_ADD, 1, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  measure_add(m, start, CALLS);
}

static void broadcast(struct measure *m) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < CALLS; i++)
    upc_all_broadcast(to, from + i % THREADS, (size_t)m->n, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  measure_add(m, start, CALLS);
}

/* Thread 0 pairs the threads at random. */
static void make_pairs(void) {
  if (MYTHREAD == 0) {
    make_order(RANDOM);
    for (int i = 0; i < THREADS; i++)
      partner_of[order[i]] = (i | 1) < THREADS ? order[i ^ 1] : -1;
  }
  upc_barrier;
}

/* The lower thread of each pair records every trip. `trip` counts over all rounds, so that nothing
 * is reset. */
static void ping_pong(struct measure *m, struct quantiles *trips, uint64_t *trip) {
  make_pairs();
  int other = partner_of[MYTHREAD];
  double first = now_ns();
  for (int i = 0; i < TRIPS && other >= 0; i++) {
    double start = now_ns();
    ++*trip;
    if (MYTHREAD < other)
      flags[other].value = *trip;
    while (flags[MYTHREAD].value < *trip)
      ;
    if (MYTHREAD > other)
      flags[other].value = *trip;
    else
      quantiles_add(trips, now_ns() - start);
  }
  if (MYTHREAD == 0 && other >= 0)
    measure_add(m, first, TRIPS);
  upc_barrier;
  *trip = (*trip / TRIPS + (other < 0)) * TRIPS; /* a thread without partner keeps its count */
}

static void measure_alltoall(int rounds) {
  static const long chunks[] = {512, 8192, 65536};
  static struct measure m[SCHEDULES][3];
  for (int round = 0; round < rounds; round++)
    for (int s = 0; s < SCHEDULES; s++)
      for (int c = 0; c < 3; c++) {
        m[s][c].name = "mpp_alltoall";
        m[s][c].n = chunks[c];
        m[s][c].variant = schedules[s];
        make_order(s);
        alltoall(&m[s][c]);
      }
  for (int s = 0; MYTHREAD == 0 && s < SCHEDULES; s++)
    for (int c = 0; c < 3; c++)
      measure_print(&m[s][c]);
}

static void measure_calls(int rounds) {
  static struct measure barriers = {"mpp_barrier"}, own = {"mpp_allreduce", 8},
                        one = {"mpp_allreduce", 8, 0, "reduce_all"};
  static struct measure broadcasts[16];
  int sizes = 0;
  for (long n = 8; n <= LARGEST_BROADCAST; n *= 4)
    broadcasts[sizes++] = (struct measure){"mpp_broadcast", n};
  for (int round = 0; round < rounds; round++) {
    barrier(&barriers);
    accumulate(&own);
    reduce_all(&one);
    for (int i = 0; i < sizes; i++)
      broadcast(&broadcasts[i]);
  }
  if (MYTHREAD != 0)
    return;
  measure_print(&barriers);
  measure_print(&own);
  measure_print(&one);
  for (int i = 0; i < sizes; i++)
    measure_print(&broadcasts[i]);
}

/* Adds up the trips of all pairs, on thread 0. */
static void collect(struct quantiles *trips) {
  long other[QUANTILES_WORDS], *own = (long *)trips;
  upc_memput(&collected[(size_t)MYTHREAD * QUANTILES_WORDS], own, sizeof *trips);
  upc_barrier;
  for (int t = 1; MYTHREAD == 0 && t < THREADS; t++) {
    upc_memget(other, &collected[(size_t)t * QUANTILES_WORDS], sizeof other);
    for (int i = 0; i < QUANTILES_WORDS; i++)
      own[i] += other[i];
  }
}

static void measure_ping_pong(int rounds) {
  static struct measure m = {"mpp_ping_pong", 8};
  static struct quantiles trips;
  uint64_t trip = 0;
  for (int round = 0; round < rounds; round++)
    ping_pong(&m, &trips, &trip);
  collect(&trips);
  if (MYTHREAD == 0) {
    measure_print(&m);
    quantiles_print(&trips, "mpp_ping_pong_quantile");
  }
}

int main(void) {
  int rounds = measure_rounds();
  order = malloc((size_t)THREADS * sizeof *order);
  parts[MYTHREAD] = upc_alloc(MESSAGE);
  from = (shared char *)upc_all_alloc(THREADS, LARGEST_BROADCAST);
  to = (shared char *)upc_all_alloc(THREADS, LARGEST_BROADCAST);
  if (!order || !parts[MYTHREAD] || !from || !to)
    upc_global_exit(1);
  srand((unsigned)MYTHREAD + 1);
  upc_barrier;
  measure_alltoall(rounds);
  measure_calls(rounds);
  measure_ping_pong(rounds);
}
