/* upc_barrier, with a value and without, and notify and wait as two calls. */
#include <upc_relaxed.h>

#include "measure.h"

enum { BARRIERS = 300 };

static void plain(void) { upc_barrier; }
static void named(void) { upc_barrier 7; }
static void split(void) {
  upc_notify;
  upc_wait;
}

static struct {
  struct measure m;
  void (*run)(void);
} kinds[] = {{{"barrier"}, plain}, {{"barrier_named"}, named}, {{"barrier_split"}, split}};

static void batch(struct measure *m, void (*run)(void)) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < BARRIERS; i++)
    run();
  measure_add(m, start, BARRIERS);
}

int main(void) {
  int rounds = measure_rounds();
  for (int round = 0; round < rounds; round++)
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
      batch(&kinds[i].m, kinds[i].run);
  for (unsigned i = 0; MYTHREAD == 0 && i < sizeof kinds / sizeof *kinds; i++)
    measure_print(&kinds[i].m);
}
