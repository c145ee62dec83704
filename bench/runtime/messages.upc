/* Accesses to memory that is not mapped (upcrun -pshm-width 1) are active messages: their round
 * trip and their injection.
 *
 * Threads of the first half access the memory of their partners in the second half, who serve in a
 * barrier meanwhile. With the two in one process the access is direct, as an active message is a
 * call there. Times are those of thread 0. */
#include <stdlib.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { LARGEST = 1 << 20, WORDS = 200, PUTS = 1024 };
static shared [LARGEST] char data[LARGEST * THREADS];
static shared [1] long words[THREADS];
static char local[LARGEST];
static int partner;

static void get_words(struct measure *m) {
  long sum = 0;
  double start = now_ns();
  for (int i = 0; i < WORDS; i++)
    sum += words[partner];
  measure_add(m, start, WORDS);
  if (sum != 0)
    upc_global_exit(1);
}

static void put_words(struct measure *m) {
  double start = now_ns();
  for (int i = 0; i < WORDS; i++)
    words[partner] = 0;
  measure_add(m, start, WORDS);
}

static void get(struct measure *m) {
  double start = now_ns();
  upc_memget(local, &data[partner * LARGEST], (size_t)m->n);
  measure_add(m, start, 1);
}

static void put(struct measure *m) {
  double start = now_ns();
  upc_memput(&data[partner * LARGEST], local, (size_t)m->n);
  measure_add(m, start, 1);
}

static int puts_of(long n) { return n > 1024 ? 64 : PUTS; }

/* Many puts under way at once: the time of a call. */
static void inject(struct measure *m) {
  int count = puts_of(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++)
    upc_memput_nbi(&data[partner * LARGEST], local, (size_t)m->n);
  measure_add(m, start, count);
  upc_synci();
}

/* The same until all are done. */
static void inject_and_wait(struct measure *m) {
  int count = puts_of(m->n);
  double start = now_ns();
  for (int i = 0; i < count; i++)
    upc_memput_nbi(&data[partner * LARGEST], local, (size_t)m->n);
  upc_synci();
  measure_add(m, start, count);
}

static struct {
  struct measure m;
  void (*run)(struct measure *m);
} kinds[] = {
    {{"get_word", 8}, get_words},
    {{"put_word", 8}, put_words},
    {{"get", 4096}, get},
    {{"get", 65536}, get},
    {{"get", LARGEST}, get},
    {{"put", 4096}, put},
    {{"put", 65536}, put},
    {{"put", LARGEST}, put},
    {{"inject", 8}, inject},
    {{"inject", 1024}, inject},
    {{"inject", 8192}, inject},
    {{"put_many", 8}, inject_and_wait},
    {{"put_many", 1024}, inject_and_wait},
    {{"put_many", 8192}, inject_and_wait},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

int main(void) {
  int rounds = measure_rounds();
  if (THREADS % 2 != 0) {
    fprintf(stderr, "messages: needs an even number of threads\n");
    upc_global_exit(1);
  }
  partner = MYTHREAD + THREADS / 2;
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < KINDS; k++) {
      upc_barrier;
      if (partner < THREADS)
        kinds[k].run(&kinds[k].m);
    }
  upc_barrier;
  for (int k = 0; MYTHREAD == 0 && k < KINDS; k++)
    measure_print(&kinds[k].m);
}
