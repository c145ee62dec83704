/* Accesses to memory that is not mapped: upcrun -n 2 -bind-threads -pshm-width 1 ./remote. Thread 1 serves in a barrier. */
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { LARGEST = 1 << 20 };
static shared [LARGEST] char data[LARGEST * THREADS];
static shared [1] long words[THREADS];
static char local[LARGEST];

static void get_word(struct measure *m) {
  double start = now_ns();
  long sum = 0;
  for (int i = 0; i < 200; i++)
    sum += words[1];
  measure_add(m, start, 200);
  if (sum != 0)
    upc_global_exit(1);
}

static void put_word(struct measure *m) {
  double start = now_ns();
  for (int i = 0; i < 200; i++)
    words[1] = 0;
  measure_add(m, start, 200);
}

static void get(struct measure *m) {
  double start = now_ns();
  upc_memget(local, &data[LARGEST], (size_t)m->n);
  measure_add(m, start, 1);
}

static void put(struct measure *m) {
  double start = now_ns();
  upc_memput(&data[LARGEST], local, (size_t)m->n);
  measure_add(m, start, 1);
}

int main(void) {
  static struct measure word_get = {"far_get_word", 8}, word_put = {"far_put_word", 8};
  static struct measure gets[] = {{"far_get", 4096}, {"far_get", 65536}, {"far_get", LARGEST}};
  static struct measure puts[] = {{"far_put", 4096}, {"far_put", 65536}, {"far_put", LARGEST}};
  int rounds = measure_rounds();
  if (THREADS < 2) {
    fprintf(stderr, "remote: needs two threads\n");
    return 1;
  }
  upc_barrier;
  for (int round = 0; MYTHREAD == 0 && round < rounds; round++) {
    get_word(&word_get);
    put_word(&word_put);
    for (int i = 0; i < 3; i++) {
      get(&gets[i]);
      put(&puts[i]);
    }
  }
  upc_barrier;
  if (MYTHREAD == 0) {
    measure_print(&word_get);
    measure_print(&word_put);
    for (int i = 0; i < 3; i++) {
      measure_print(&gets[i]);
      measure_print(&puts[i]);
    }
  }
}
