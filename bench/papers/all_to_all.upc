/* Virtual time of puts to all threads in random order: all_to_all BYTES COUNT. Each thread puts
 * COUNT blocks to random threads: a sample of all messages with the same load on each link (XL UPC
 * paper, section 5.2.1). Blocks for a thread's own node follow the others, because both pass
 * through the node's HUB; they take the paper's 1190 MB/s. Prints nanoseconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include <upcx_sim.h>

static const double HUB = 1190e6; /* bytes a second */

/* xorshift64* */
static uint64_t draw(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 0x2545f4914f6cdd1du >> 33;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    if (MYTHREAD == 0)
      fprintf(stderr, "usage: all_to_all BYTES COUNT\n");
    return 2;
  }
  size_t n = strtoul(argv[1], 0, 10);
  int count = atoi(argv[2]);
  shared char *to = upc_all_alloc(THREADS, n); /* no thread reads it */
  char *from = malloc(n);
  uint64_t state = 2 * MYTHREAD + 1;
  memset(from, MYTHREAD, n);
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  for (int i = 0; i < count; i++) {
    int thread = (int)(draw(&state) % THREADS);
    if (upc_cast(to + thread)) {
      upc_synci();
      upcx_sim_compute(n / HUB);
    } else
      upc_memput_nbi(to + thread, from, n);
  }
  upc_synci();
  upc_barrier;
  if (MYTHREAD == 0)
    printf("%llu\n", (unsigned long long)upc_ticks_to_ns(upc_ticks_now() - begin));
}
