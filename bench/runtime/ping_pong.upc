/* Threads 0 and THREADS - 1 write to each other in turn; each waits for the other's word. A time is
 * a round trip. */
#include <stdint.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { LARGEST = 65536, TRIPS = 200 };

struct padded {
  uint64_t value;
  char rest[120]; /* and its neighbour, which processors fetch with it */
};
static shared [1] struct padded words[THREADS];
static strict shared [1] struct padded flags[THREADS];
static shared [LARGEST] char data[LARGEST * THREADS];
static char source[LARGEST];

static int partner(void) { return THREADS - 1 - MYTHREAD; }

/* Both directions of a round trip; `i` counts over all rounds, so that nothing is reset. */
#define TRIP(send, here)                                                                           \
  do {                                                                                             \
    if (MYTHREAD == 0)                                                                             \
      send;                                                                                        \
    while ((here) != i)                                                                            \
      ;                                                                                            \
    if (MYTHREAD != 0)                                                                             \
      send;                                                                                        \
  } while (0)

static void strict_trips(struct measure *m, uint64_t from) {
  int other = partner();
  double start = now_ns();
  for (uint64_t i = from + 1; i <= from + TRIPS; i++)
    TRIP(flags[other].value = i, flags[MYTHREAD].value);
  measure_add(m, start, TRIPS);
}

/* The loop polls, so it sees the change. */
static void relaxed_trips(struct measure *m, uint64_t from) {
  int other = partner();
  double start = now_ns();
  for (uint64_t i = from + 1; i <= from + TRIPS; i++)
    TRIP(words[other].value = i, words[MYTHREAD].value);
  measure_add(m, start, TRIPS);
}

/* Data, then a strict flag: a thread that sees the flag sees the data. */
static void put_trips(struct measure *m, uint64_t from) {
  int other = partner();
  size_t n = (size_t)m->n;
  double start = now_ns();
  for (uint64_t i = from + 1; i <= from + TRIPS; i++)
    TRIP((upc_memput(&data[other * LARGEST], source, n), flags[other].value = i),
         flags[MYTHREAD].value);
  measure_add(m, start, TRIPS);
}

static struct {
  struct measure m;
  void (*run)(struct measure *m, uint64_t from);
} kinds[] = {
    {{"ping_pong_strict", 8}, strict_trips}, {{"ping_pong_relaxed", 8}, relaxed_trips},
    {{"ping_pong", 8}, put_trips},           {{"ping_pong", 64}, put_trips},
    {{"ping_pong", 1024}, put_trips},        {{"ping_pong", 4096}, put_trips},
    {{"ping_pong", LARGEST}, put_trips},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

int main(void) {
  if (THREADS < 2) {
    fprintf(stderr, "ping_pong: needs two threads\n");
    upc_global_exit(1);
  }
  int rounds = measure_rounds();
  uint64_t strict_from = 0, relaxed_from = 0;
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < KINDS; k++) {
      uint64_t *from = kinds[k].run == relaxed_trips ? &relaxed_from : &strict_from;
      upc_barrier;
      if (MYTHREAD == 0 || MYTHREAD == THREADS - 1)
        kinds[k].run(&kinds[k].m, *from);
      *from += TRIPS;
    }
  upc_barrier;
  for (int k = 0; MYTHREAD == 0 && k < KINDS; k++)
    measure_print(&kinds[k].m);
}
