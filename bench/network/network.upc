/* Accesses between two nodes, of thread 0 to memory of thread 1, which meanwhile waits in a barrier
 * or computes (busy_). The names are those of yardstick.h and of the rivals. An argument selects
 * one name. */
#include <stdint.h>
#include <string.h>
#include <upc_atomic.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "measure.h"
#include "network.h"

enum { BUSY_NS = 20000000 };

static shared [NETWORK_LARGEST] char data[NETWORK_LARGEST * THREADS];
static shared [NETWORK_LARGEST] char own[NETWORK_LARGEST * THREADS];
static shared [1] int64_t words[THREADS];
static char local[NETWORK_LARGEST];
static upc_atomicdomain_t *domain;
static int partner;
static int64_t sum;

static shared [] char *there(void) { return (shared [] char *)&data[partner * NETWORK_LARGEST]; }
static shared [] char *here(void) { return (shared [] char *)&own[MYTHREAD * NETWORK_LARGEST]; }

static void put_word(void) {
  words[partner] = 1;
  upc_fence;
}
static void get_word(void) { sum += words[partner]; }
static void atomic_word(void) {
  static const int64_t one = 1;
  int64_t before;
  upc_atomic_relaxed(domain, &before, UPC_ADD, &words[partner], &one, 0);
}

static void words_of(struct measure *m, void (*once)(void)) {
  double start = now_ns();
  for (int i = 0; i < NETWORK_WORDS; i++)
    once();
  measure_add(m, start, NETWORK_WORDS);
}

static void put_words(struct measure *m) { words_of(m, put_word); }
static void get_words(struct measure *m) { words_of(m, get_word); }
static void atomic_words(struct measure *m) { words_of(m, atomic_word); }

/* The partner computes for BUSY_NS; thread 0 performs operations meanwhile, at least one. */
static void busy(struct measure *m, void (*once)(void)) {
  double start = now_ns(), now = start;
  int count = 0;
  for (; now - start < BUSY_NS / 2 && count < NETWORK_WORDS; count++) {
    once();
    now = now_ns();
  }
  measure_add(m, start, count);
}

static void busy_put(struct measure *m) { busy(m, put_word); }
static void busy_get(struct measure *m) { busy(m, get_word); }
static void busy_atomic(struct measure *m) { busy(m, atomic_word); }

static void compute(struct measure *m) {
  volatile double x = 1;
  (void)m;
  for (double start = now_ns(); now_ns() - start < BUSY_NS;)
    for (int i = 0; i < 1000; i++)
      x = x * 1.0000001;
}

static void put(struct measure *m) {
  int count = network_count(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++)
    upc_memput(there(), local, (size_t)m->n);
  measure_add(m, start, count);
}

static void get(struct measure *m) {
  int count = network_count(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++)
    upc_memget(local, there(), (size_t)m->n);
  measure_add(m, start, count);
}

static void copy(struct measure *m) {
  int count = network_count(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++)
    upc_memcpy(there(), here(), (size_t)m->n);
  measure_add(m, start, count);
}

static void put_many(struct measure *m) {
  int count = network_many(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++) {
    size_t at = network_place(m->n, i);
    upc_memput_nbi(there() + at, local + at, (size_t)m->n);
  }
  upc_synci();
  measure_add(m, start, count);
}

static void get_many(struct measure *m) {
  int count = network_many(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++) {
    size_t at = network_place(m->n, i);
    upc_memget_nbi(local + at, there() + at, (size_t)m->n);
  }
  upc_synci();
  measure_add(m, start, count);
}

static void copy_many(struct measure *m) {
  int count = network_many(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++) {
    size_t at = network_place(m->n, i);
    upc_memcpy_nbi(there() + at, here() + at, (size_t)m->n);
  }
  upc_synci();
  measure_add(m, start, count);
}

/* Relaxed stores, complete at the fence. */
static void store_many(struct measure *m) {
  shared [] int64_t *to = (shared [] int64_t *)there();
  double start = now_ns();
  for (int i = 0; i < NETWORK_PUTS; i++)
    to[i] = i;
  upc_fence;
  measure_add(m, start, NETWORK_PUTS);
}

/* Each stores a number in the other's word and waits for the answer in its own. */
static void ping_pong(struct measure *m) {
  static int64_t last;
  int other = MYTHREAD == 0 ? partner : 0;
  double start = now_ns();
  for (int64_t end = last + NETWORK_WORDS; last < end;) {
    last++;
    if (MYTHREAD == 0)
      words[other] = last;
    upc_fence;
    while (words[MYTHREAD] != last)
      upc_fence;
    if (MYTHREAD != 0)
      words[other] = last;
    upc_fence;
  }
  measure_add(m, start, NETWORK_WORDS);
}

static void barrier(struct measure *m) {
  double start = now_ns();
  for (int i = 0; i < NETWORK_WORDS; i++)
    upc_barrier;
  measure_add(m, start, NETWORK_WORDS);
}

static struct {
  struct measure m;
  void (*run)(struct measure *m), (*meanwhile)(struct measure *m); /* on thread 0; its partner */
} kinds[] = {{{"put_word", 8}, put_words},
             {{"get_word", 8}, get_words},
             {{"atomic_word", 8}, atomic_words},
             {{"busy_put", 8}, busy_put, compute},
             {{"busy_get", 8}, busy_get, compute},
             {{"busy_atomic", 8}, busy_atomic, compute},
             {{"ping_pong", 8}, ping_pong, ping_pong},
             {{"put_many", 8}, put_many},
             {{"store_many", 8}, store_many},
             {{"barrier", 0}, barrier, barrier},
             NETWORK_SIZES("put", put),
             NETWORK_SIZES("get", get),
             NETWORK_SIZES("copy", copy),
             NETWORK_SIZES("put_many", put_many),
             NETWORK_SIZES("get_many", get_many),
             NETWORK_SIZES("copy_many", copy_many)};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void run(int k, struct measure *m) {
  words[MYTHREAD] = 0;
  upc_barrier;
  if (MYTHREAD == 0)
    kinds[k].run(m);
  else if (MYTHREAD == partner && kinds[k].meanwhile)
    kinds[k].meanwhile(m);
  upc_barrier;
}

int main(int argc, char **argv) {
  int rounds = measure_rounds();
  partner = 1;
  if (THREADS != 2) {
    fprintf(stderr, "network: needs 2 threads\n");
    upc_global_exit(1);
  }
  domain = upc_all_atomicdomain_alloc(UPC_INT64, UPC_ADD | UPC_SET | UPC_GET, 0);
  for (int round = -1; round < rounds; round++)
    for (int k = 0; k < KINDS; k++) {
      struct measure warm_up = {.n = kinds[k].m.n};
      if (argc > 1 && strcmp(argv[1], kinds[k].m.name) != 0)
        continue;
      run(k, round < 0 ? &warm_up : &kinds[k].m);
    }
  for (int k = 0; MYTHREAD == 0 && k < KINDS; k++)
    measure_print(&kinds[k].m);
}
