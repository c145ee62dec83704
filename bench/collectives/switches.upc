/* Switches of a thread that a call takes, and its time:
 *
 *   upcrun -n 8 ./switches [op=broadcast,...] [mode=round,streamed] [sizes=8,4096]
 *
 * voluntary: the thread slept or gave its processor away; involuntary: it was taken. Both are means
 * over threads and calls. Where threads share processors each has to run once in a call of mode
 * `round` (measure.h), so one switch a thread is the least; a streamed call takes less, as a thread
 * does several calls each time it runs. */
#define _GNU_SOURCE
#include <sys/resource.h>
#include <upc_relaxed.h>

#include "calls.h"

enum { CALLS = 400, WARM = 20, REPETITIONS = 5 };

struct count {
  double voluntary, involuntary, ns;
};

static shared struct count counts[THREADS];

static struct count count_now(void) {
  struct rusage use;
  getrusage(RUSAGE_THREAD, &use);
  return (struct count){use.ru_nvcsw, use.ru_nivcsw, now_ns()};
}

static struct count count_calls(enum operation op, size_t n, int flags, int calls) {
  struct count before = count_now();
  for (int i = 0; i < calls; i++) {
    touch_source(op, n, i);
    call(op, n, flags);
    touch_result(op, n);
  }
  struct count after = count_now();
  return (struct count){(after.voluntary - before.voluntary) / calls,
                        (after.involuntary - before.involuntary) / calls,
                        (after.ns - before.ns) / calls};
}

/* The mean over the threads; on thread 0. */
static struct count mean_count(struct count mine) {
  struct count sum = {0, 0, 0};
  counts[MYTHREAD] = mine;
  upc_barrier;
  for (int t = 0; MYTHREAD == 0 && t < THREADS; t++) {
    struct count one = counts[t];
    sum.voluntary += one.voluntary / THREADS;
    sum.involuntary += one.involuntary / THREADS;
    sum.ns += one.ns / THREADS;
  }
  upc_barrier;
  return sum;
}

static int fewer(const void *a, const void *b) {
  const struct count *x = a, *y = b;
  return ascending(&(double){x->voluntary + x->involuntary},
                   &(double){y->voluntary + y->involuntary});
}

/* Reports the repetition with the median number of switches. */
static void measure(enum operation op, enum mode mode, size_t n) {
  int flags = mode == STREAMED ? UPC_IN_MYSYNC | UPC_OUT_MYSYNC : UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  struct count of[REPETITIONS];
  count_calls(op, n, flags, WARM);
  for (int i = 0; i < REPETITIONS; i++) {
    upc_barrier;
    of[i] = mean_count(count_calls(op, n, flags, CALLS));
  }
  qsort(of, REPETITIONS, sizeof *of, fewer);
  struct count median = of[REPETITIONS / 2];
  if (MYTHREAD == 0)
    printf("{\"operation\": \"%s\", \"mode\": \"%s\", \"bytes\": %zu, \"threads\": %d, "
           "\"voluntary\": %.2f, "
           "\"involuntary\": %.2f, \"ns\": %.0f}\n",
           operations[op], modes[mode], n, THREADS, median.voluntary, median.involuntary,
           median.ns);
}

int main(int argc, char **argv) {
  static const enum mode counted_modes[] = {ROUND, STREAMED};
  make_arrays(room_of(argc, argv, THREADS));
  for (int op = 0; op < OPERATIONS; op++)
    for (int m = 0; m < 2; m++)
      for (size_t n = 0; (n = next_size(argc, argv, n));)
        if (wanted(argc, argv, "op", operations[op]) &&
            wanted(argc, argv, "mode", modes[counted_modes[m]]) &&
            has_room(op, counted_modes[m], n, THREADS))
          measure(op, counted_modes[m], n);
  return 0;
}
