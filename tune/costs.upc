/* Measures the parameters of the cost model on this machine, for upctune
 * (runtime/src/coll/choice/costs.def describes each).
 *
 *   costs near    with a processor for each thread: caches, copies, calls, and for each level of
 *                 the node that has threads its latency, gap and time a byte
 *   costs turn    with more threads than processors: a switch
 *   costs far     between the first thread and the first of another node
 *
 * Prints lines "cost NAME VALUE". Each value is a median of batches. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <upc_relaxed.h>
#include <upc_castable.h>
#include <upc_collective.h>
#include <upcr/tune.h>

enum { BATCHES = 51, TRIPS = 200, LINES = 64, LINE = 64, BLOCK = 256 << 10, CALLS = 2000 };

static const char *const level_names[] = {"region", "node", "conduit"};
enum level { REGION, NODE, CONDUIT };

typedef struct {
  char bytes[BLOCK];
} block_t;
static shared block_t block[THREADS];
static shared [] char long_data[4 << 20]; /* of thread 0 */
static shared strict uint64_t word[THREADS];

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values) {
  qsort(values, BATCHES, sizeof *values, ascending);
  return values[BATCHES / 2];
}

static void say(const char *level, const char *name, double value) {
  if (MYTHREAD == 0)
    printf("cost %s%s%s %.4g\n", level, *level ? "." : "", name, value);
}

/* Half a round trip of a word between thread 0 and `partner`. */
static double trip(int partner) {
  static uint64_t count;
  double ns[BATCHES];
  for (int b = 0; b < BATCHES; b++) {
    upc_barrier;
    double start = now_ns();
    for (int i = 0; i < TRIPS; i++) {
      count++;
      if (MYTHREAD == 0) {
        word[partner] = count;
        while (word[0] != count)
          continue;
      } else if (MYTHREAD == partner) {
        while (word[partner] != count)
          continue;
        word[0] = count;
      }
    }
    ns[b] = (now_ns() - start) / TRIPS / 2;
  }
  return median(ns);
}

/* A copy by thread 0 of n bytes that `partner`, or thread 0 itself, has just written. */
static double copy(int partner, size_t n) {
  static char to[BLOCK];
  double ns[BATCHES];
  for (int b = 0; b < BATCHES; b++) {
    if (MYTHREAD == partner)
      memset(((block_t *)&block[partner])->bytes, b, n);
    upc_barrier;
    double start = now_ns();
    if (MYTHREAD == 0)
      memcpy(to, ((block_t *)upc_cast(&block[partner]))->bytes, n);
    ns[b] = now_ns() - start;
    upc_barrier;
  }
  return median(ns);
}

/* One more of many lines that thread 0 reads. */
static double gap(int partner) {
  return (copy(partner, LINES * LINE) - copy(partner, LINE)) / (LINES - 1);
}

static int first_of_level(enum level level) {
  for (int t = 1; t < THREADS; t++)
    if (upcr_tune_level(t) == (int)level)
      return t;
  return 0;
}

static shared int chosen; /* thread 0 announces its partner */

static int partner_of(enum level level) {
  if (MYTHREAD == 0)
    chosen = first_of_level(level);
  upc_barrier;
  int partner = chosen;
  upc_barrier;
  return partner;
}

static void measure_level(enum level level) {
  int partner = partner_of(level);
  if (!partner)
    return;
  say(level_names[level], "latency", trip(partner));
  say(level_names[level], "gap", gap(partner));
  say(level_names[level], "byte", copy(partner, BLOCK) / BLOCK);
}

/* Time per byte of a copy of n bytes between own memory and own memory. */
static double own_copy(size_t n) {
  double ns[BATCHES];
  char *from = malloc(n), *to = malloc(n);
  if (!from || !to)
    exit(1);
  memset(from, 1, n);
  memset(to, 1, n);
  for (int b = 0; b < BATCHES; b++) {
    double start = now_ns();
    memcpy(to, from, n);
    ns[b] = now_ns() - start;
    from[b] = to[n - 1];
  }
  free(from);
  free(to);
  return median(ns) / (double)n;
}

static void measure_caches(void) {
  enum { MEMORY_MOST = 64 << 20 };
  long near = sysconf(_SC_LEVEL2_CACHE_SIZE), far = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (MYTHREAD == 0) {
    say("", "own.byte", own_copy(near > 0 ? (size_t)near / 8 : BLOCK));
    say("", "memory.byte", own_copy(far > 0 && 2 * far < MEMORY_MOST ? 2 * far : MEMORY_MOST));
    if (near > 0)
      say("", "cache.core", (double)near);
    if (far > 0)
      say("", "cache.shared", (double)far);
  }
  upc_barrier;
}

/* A broadcast of a word in a loop. */
static double broadcasts(int flags) {
  double ns[BATCHES];
  for (int b = 0; b < BATCHES; b++) {
    upc_barrier;
    double start = now_ns();
    for (int i = 0; i < CALLS; i++)
      upc_all_broadcast(block, long_data, 8, flags);
    ns[b] = (now_ns() - start) / CALLS;
  }
  return median(ns);
}

static void measure_calls(void) {
  upcr_tune_force("broadcast", "pull");
  double call = broadcasts(UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  upcr_tune_force("broadcast", "post");
  double post = broadcasts(UPC_IN_MYSYNC | UPC_OUT_MYSYNC) - call;
  upcr_tune_force("broadcast", 0);
  say("", "call", call);
  say("", "post", post > 1 ? post : 1);
}

static void measure_turn(int processors) {
  double ns[BATCHES];
  for (int b = 0; b < BATCHES; b++) {
    double start = now_ns();
    for (int i = 0; i < TRIPS; i++)
      upc_barrier;
    ns[b] = (now_ns() - start) / TRIPS;
  }
  say("", "turn", median(ns) * processors / THREADS);
}

static double puts_of(int partner, size_t n, int count) {
  static char from[1 << 20];
  double ns[BATCHES];
  for (int b = 0; b < BATCHES; b++) {
    double start = now_ns();
    for (int i = 0; i < count; i++)
      upc_memput(&block[partner], from, n);
    ns[b] = (now_ns() - start) / count;
  }
  return median(ns);
}

static double words_to(int partner) {
  double ns[BATCHES];
  shared relaxed uint64_t *to = (shared relaxed uint64_t *)&word[partner];
  for (int b = 0; b < BATCHES; b++) {
    double start = now_ns();
    for (int i = 0; i < CALLS; i++)
      *to = (uint64_t)i;
    upc_fence;
    ns[b] = (now_ns() - start) / CALLS;
  }
  return median(ns);
}

/* Thread 0 measures, the others wait: their processors serve it. */
static void measure_far(void) {
  int partner = partner_of(CONDUIT);
  if (!partner) {
    if (MYTHREAD == 0)
      fprintf(stderr, "costs: all threads are on one node\n");
    upc_global_exit(1);
  }
  say("conduit", "latency", trip(partner));
  if (MYTHREAD == 0) {
    double little = puts_of(partner, LINE, 10), much = puts_of(partner, BLOCK, 2);
    say("conduit", "gap", words_to(partner));
    say("conduit", "byte", (much - little) / (BLOCK - LINE));
  }
  upc_barrier;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "near") == 0) {
    measure_caches();
    measure_level(REGION);
    measure_level(NODE);
    measure_calls();
  } else if (strcmp(what, "turn") == 0 && argc == 3) {
    measure_turn(atoi(argv[2]));
  } else if (strcmp(what, "far") == 0) {
    measure_far();
  } else {
    if (MYTHREAD == 0)
      fprintf(stderr, "usage: costs near | costs turn PROCESSORS | costs far\n");
    return 2;
  }
  return 0;
}
