/* upc_lock and upc_unlock: one thread alone, and all threads at one lock around an increment. */
#include <stdlib.h>
#include <upc_relaxed.h>

#include "measure.h"

static shared [1] long counter[THREADS];

enum { ALONE = 1000, CONTENDED = 3000 };

static void alone(struct measure *m, upc_lock_t *lock) {
  upc_barrier;
  if (MYTHREAD == 0) {
    double start = now_ns();
    for (int i = 0; i < ALONE; i++) {
      upc_lock(lock);
      upc_unlock(lock);
    }
    measure_add(m, start, ALONE);
  }
  upc_barrier;
}

/* When each thread entered and left the contention. A run counts only if two threads were there at
 * the same time, and not one after the other for want of a processor. */
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

int main(void) {
  static struct measure own = {"lock_alone"}, other = {"lock_alone_other"},
                        many = {"lock_contended"};
  static upc_lock_t *shared locks[THREADS];
  locks[MYTHREAD] = upc_global_lock_alloc();
  upc_barrier;
  upc_lock_t *first = locks[0], *last = locks[THREADS - 1];
  int rounds = measure_rounds();
  for (int round = 0; round < rounds; round++) {
    alone(&own, first);
    alone(&other, last);
    contended(&many, first);
  }
  upc_barrier;
  if (counter[0] != (long)rounds * CONTENDED * THREADS) {
    fprintf(stderr, "locks: %ld increments under locks are %ld\n",
            (long)rounds * CONTENDED * THREADS, counter[0]);
    upc_global_exit(1);
  }
  if (MYTHREAD == 0) {
    measure_print(&own);
    measure_print(&other);
    measure_print(&many);
  }
  upc_barrier;
  upc_lock_free(locks[MYTHREAD]);
}
