/* Fetch and add of a 64-bit word through a domain: one thread alone on its own word and on
 * another's, and all on one word; compared with the C compiler's builtin on the same words. */
#include <stdint.h>
#include <upc_atomic.h>
#include <upc_castable.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { ALONE = 1000, CONTENDED = 2000 };

struct padded {
  int64_t value;
  char rest[120];
};
static shared [1] struct padded words[THREADS];
static upc_atomicdomain_t *domain;
static const int64_t one = 1;

static void upc_adds(shared [] int64_t *word, int count) {
  int64_t before;
  for (int i = 0; i < count; i++)
    upc_atomic_relaxed(domain, &before, UPC_ADD, word, &one, 0);
}

static void c_adds(int64_t *word, int count) {
  for (int i = 0; i < count; i++)
    __atomic_fetch_add(word, 1, __ATOMIC_RELAXED);
}

static void alone(struct measure *m, int owner) {
  upc_barrier;
  if (MYTHREAD == 0) {
    double start = now_ns();
    upc_adds(&words[owner].value, ALONE);
    measure_add(m, start, ALONE);
  }
  upc_barrier;
}

static void alone_in_c(struct measure *m) {
  upc_barrier;
  if (MYTHREAD == 0) {
    double start = now_ns();
    c_adds((int64_t *)&words[0].value, ALONE);
    measure_add(m, start, ALONE);
  }
  upc_barrier;
}

/* All threads: the time until the last is done, for each addition. */
static void contended(struct measure *m) {
  upc_barrier;
  double start = now_ns();
  upc_adds(&words[0].value, CONTENDED);
  upc_barrier;
  measure_add(m, start, (long)CONTENDED * THREADS);
}

/* For jobs in which every thread maps word 0. */
static void contended_in_c(struct measure *m) {
  int64_t *word = upc_cast(&words[0].value);
  upc_barrier;
  double start = now_ns();
  c_adds(word, CONTENDED);
  upc_barrier;
  measure_add(m, start, (long)CONTENDED * THREADS);
}

static shared int unmapped;

/* Every thread maps word 0; the same in all threads. */
static int all_map_words(void) {
  if (!upc_cast(&words[0].value))
    unmapped = 1;
  upc_barrier;
  return !unmapped;
}

int main(void) {
  static struct measure own = {"atomic_add", 8}, other = {"atomic_add_other", 8},
                        many = {"atomic_add_contended", 8};
  static struct measure own_in_c = {"atomic_add", 8, "c"},
                        many_in_c = {"atomic_add_contended", 8, "c"};
  int rounds = measure_rounds(), mapped = all_map_words();
  domain = upc_all_atomicdomain_alloc(UPC_INT64, UPC_ADD, UPC_ATOMIC_HINT_DEFAULT);
  for (int round = 0; round < rounds; round++) {
    alone(&own, 0);
    alone(&other, THREADS - 1);
    contended(&many);
    alone_in_c(&own_in_c);
    if (mapped)
      contended_in_c(&many_in_c);
  }
  upc_barrier;
  struct measure *all[] = {&own, &other, &many, &own_in_c, &many_in_c};
  for (unsigned i = 0; MYTHREAD == 0 && i < sizeof all / sizeof *all; i++)
    measure_print(all[i]);
  upc_all_atomicdomain_free(domain);
}
