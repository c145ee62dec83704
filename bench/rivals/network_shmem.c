/* SPDX-License-Identifier: Apache-2.0 */
/* network.upc in OpenSHMEM. */
#include <shmem.h>
#include <stdint.h>

#include "measure.h"
#include "network.h"

static char local[NETWORK_LARGEST], *data;
static long *word;

static void words(struct measure *m, int what) {
  double start = now_ns();
  for (int i = 0; i < NETWORK_WORDS; i++) {
    if (what == 0) {
      shmem_long_p(word, 1, 1);
      shmem_quiet();
    } else if (what == 1)
      (void)shmem_long_g(word, 1);
    else
      (void)shmem_long_atomic_fetch_add(word, 1, 1);
  }
  measure_add(m, start, NETWORK_WORDS);
}
static void put_word(struct measure *m) { words(m, 0); }
static void get_word(struct measure *m) { words(m, 1); }
static void atomic_word(struct measure *m) { words(m, 2); }

static void put(struct measure *m) {
  int count = network_count(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++) {
    shmem_putmem(data, local, (size_t)m->n, 1);
    shmem_quiet();
  }
  measure_add(m, start, count);
}

static void get(struct measure *m) {
  int count = network_count(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++)
    shmem_getmem(local, data, (size_t)m->n, 1);
  measure_add(m, start, count);
}

static void put_many(struct measure *m) {
  int count = network_many(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++) {
    size_t at = network_place(m->n, i);
    shmem_putmem_nbi(data + at, local + at, (size_t)m->n, 1);
  }
  shmem_quiet();
  measure_add(m, start, count);
}

static void barrier(struct measure *m) {
  double start = now_ns();
  for (int i = 0; i < NETWORK_WORDS; i++)
    shmem_barrier_all();
  measure_add(m, start, NETWORK_WORDS);
}

static struct {
  struct measure m;
  void (*run)(struct measure *m), (*meanwhile)(struct measure *m);
} kinds[] = {{{"put_word", 8}, put_word},        {{"get_word", 8}, get_word},
             {{"atomic_word", 8}, atomic_word},  {{"put_many", 8}, put_many},
             {{"barrier", 0}, barrier, barrier}, NETWORK_SIZES("put", put),
             NETWORK_SIZES("get", get),          NETWORK_SIZES("put_many", put_many)};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void run(int k, struct measure *m) {
  shmem_barrier_all();
  if (shmem_my_pe() == 0)
    kinds[k].run(m);
  else if (kinds[k].meanwhile)
    kinds[k].meanwhile(m);
  shmem_barrier_all();
}

int main(void) {
  int rounds = measure_rounds();
  shmem_init();
  data = shmem_malloc(NETWORK_LARGEST);
  word = shmem_malloc(sizeof *word);
  *word = 0;
  for (int round = -1; round < rounds; round++)
    for (int k = 0; k < KINDS; k++) {
      struct measure warm_up = {.n = kinds[k].m.n};
      run(k, round < 0 ? &warm_up : &kinds[k].m);
    }
  for (int k = 0; shmem_my_pe() == 0 && k < KINDS; k++)
    measure_print(&kinds[k].m);
  fflush(stdout);
  shmem_barrier_all();
  shmem_finalize();
}
