/* Barriers, locks and hand-overs, and beside them the round trip of a cache line.
 *
 *   upcrun -n 2 -bind-threads ./sync      the round trips are those of threads 0 and 1 */
#include <stdlib.h>
#include <upc_castable.h>
#include <upc_relaxed.h>

#include "line.h"
#include "mcs.h"
#include "measure.h"

static shared [1] struct line lines[4 * THREADS];
static strict shared [1] struct line flags[THREADS];
static shared [1] long counter[THREADS];
static shared [1] struct mcs_node mcs_nodes[THREADS];
static struct mcs_node *shared mcs_tail; /* the same address in every process */

enum { TRIPS = 300, BARRIERS = 300, LOCKS = 1000, CONTENDED = 5000 };

static struct line *line_of(int i) { return upc_cast(&lines[i]); }

static void round_trips(struct measure *one, struct measure *two, int round) {
  if (THREADS < 2 || THREADS > 2)
    return;
  upc_barrier;
  double start = now_ns();
  line_round_trips_one(line_of(0), MYTHREAD, TRIPS);
  measure_add(one, start, TRIPS);
  upc_barrier;
  start = now_ns();
  line_round_trips_two(line_of(2 + MYTHREAD), line_of(3 - MYTHREAD), MYTHREAD, (uint64_t)round * TRIPS, TRIPS);
  measure_add(two, start, TRIPS);
}

static void barriers(struct measure *m) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < BARRIERS; i++)
    upc_barrier;
  measure_add(m, start, BARRIERS);
}

static void named_barriers(struct measure *m) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < BARRIERS; i++)
    upc_barrier i;
  measure_add(m, start, BARRIERS);
}

/* Each writes a flag of the other by a strict store. */
static void strict_ping_pong(struct measure *m, int round) {
  if (THREADS != 2)
    return;
  upc_barrier;
  uint64_t from = (uint64_t)round * TRIPS;
  double start = now_ns();
  for (uint64_t i = from + 1; i <= from + TRIPS; i++) {
    if (MYTHREAD == 0)
      flags[1].value = i;
    while (flags[MYTHREAD].value != i)
      ;
    if (MYTHREAD == 1)
      flags[0].value = i;
  }
  measure_add(m, start, TRIPS);
}

/* The same with relaxed accesses, where the loop's own poll makes the change seen. */
static void relaxed_ping_pong(struct measure *m, int round) {
  if (THREADS != 2)
    return;
  upc_barrier;
  uint64_t from = (uint64_t)round * TRIPS;
  int other = 1 - MYTHREAD;
  double start = now_ns();
  for (uint64_t i = from + 1; i <= from + TRIPS; i++) {
    if (MYTHREAD == 0)
      lines[4 + other].value = i;
    while (lines[4 + MYTHREAD].value != i)
      ;
    if (MYTHREAD == 1)
      lines[4 + other].value = i;
  }
  measure_add(m, start, TRIPS);
}

static void uncontended(struct measure *m, upc_lock_t *lock) {
  upc_barrier;
  if (MYTHREAD == 0) {
    double start = now_ns();
    for (int i = 0; i < LOCKS; i++) {
      upc_lock(lock);
      upc_unlock(lock);
    }
    measure_add(m, start, LOCKS);
  }
  upc_barrier;
}

static void atomics(struct measure *m) {
  static long word;
  upc_barrier;
  if (MYTHREAD == 0) {
    double start = now_ns();
    for (int i = 0; i < LOCKS; i++)
      __atomic_fetch_add(&word, 1, __ATOMIC_SEQ_CST);
    measure_add(m, start, LOCKS);
  }
  upc_barrier;
}

/* When each thread entered and left the contention. Two threads count only if they were there together, not one after the
 * other because the machine gave one of them no processor. */
struct span {
  double start, end;
};
static shared [1] struct span spans[THREADS];

static void add_contention(struct measure *m) {
  upc_barrier;
  double first = spans[0].start, last = spans[0].end, latest_start = first, earliest_end = last;
  for (int t = 1; MYTHREAD == 0 && t < THREADS; t++) {
    double start = spans[t].start, end = spans[t].end;
    first = start < first ? start : first;
    last = end > last ? end : last;
    latest_start = start > latest_start ? start : latest_start;
    earliest_end = end < earliest_end ? end : earliest_end;
  }
  if (THREADS != 2 || earliest_end - latest_start > 0.8 * (last - first))
    measure_add_ns(m, (last - first) / ((double)CONTENDED * THREADS));
}

static void contended(struct measure *m, upc_lock_t *lock) {
  upc_barrier;
  spans[MYTHREAD].start = now_ns();
  for (int i = 0; i < CONTENDED; i++) {
    upc_lock(lock);
    counter[0]++;
    upc_unlock(lock);
  }
  spans[MYTHREAD].end = now_ns();
  add_contention(m);
}

/* The same with the lock of mcs.h. With fewer processors than threads its waiters would spin for ever. */
static void contended_mcs(struct measure *m) {
  struct mcs_node *node = upc_cast(&mcs_nodes[MYTHREAD]), **tail = upc_cast(&mcs_tail);
  if (THREADS != 2)
    return;
  upc_barrier;
  spans[MYTHREAD].start = now_ns();
  for (int i = 0; i < CONTENDED; i++) {
    mcs_lock(tail, node);
    counter[0]++;
    mcs_unlock(tail, node);
  }
  spans[MYTHREAD].end = now_ns();
  add_contention(m);
}

int main(void) {
  struct measure one = {"round_trip_one_line", THREADS}, two = {"round_trip_two_lines", THREADS};
  struct measure barrier = {"barrier", THREADS}, named = {"barrier_named", THREADS};
  struct measure strict_trip = {"ping_pong_strict", THREADS}, relaxed_trip = {"ping_pong_relaxed", THREADS};
  struct measure atomic = {"atomic_add", 1}, alone = {"lock_uncontended", 1}, many = {"lock_contended", THREADS};
  struct measure mcs = {"mcs_contended", THREADS};
  upc_lock_t *lock = upc_all_lock_alloc();
  int rounds = measure_rounds();
  for (int round = 0; round < rounds; round++) {
    round_trips(&one, &two, round);
    barriers(&barrier);
    named_barriers(&named);
    strict_ping_pong(&strict_trip, round);
    relaxed_ping_pong(&relaxed_trip, round);
    atomics(&atomic);
    uncontended(&alone, lock);
    contended(&many, lock);
    contended_mcs(&mcs);
  }
  upc_barrier;
  long expected = (long)rounds * CONTENDED * THREADS * (THREADS == 2 ? 2 : 1);
  if (counter[0] != expected) {
    fprintf(stderr, "sync: %ld increments under locks are %ld\n", expected, counter[0]);
    upc_global_exit(1);
  }
  if (MYTHREAD == 0) {
    struct measure *all[] = {&one, &two, &barrier, &named, &strict_trip, &relaxed_trip, &atomic, &alone, &many, &mcs};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
      measure_print(all[i]);
  }
  upc_all_lock_free(lock);
}
