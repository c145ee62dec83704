/* Virtual time of a step of a program: 10 us of computation, then a broadcast or a reduce with
 * MYSYNC. Arguments: broadcast BYTES or reduce BYTES; a reduce has BYTES of integers in each thread
 * and one result. Prints nanoseconds per step. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>
#include <upcx_sim.h>

enum { STEPS = 10 };
static const upc_flag_t modes = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;

int main(int argc, char **argv) {
  if (argc != 3) {
    if (MYTHREAD == 0)
      fprintf(stderr, "usage: disturbed broadcast|reduce BYTES\n");
    return 2;
  }
  int broadcasts = strcmp(argv[1], "broadcast") == 0;
  size_t n = strtoul(argv[2], 0, 10);
  shared char *from = upc_all_alloc(THREADS, n), *to = upc_all_alloc(THREADS, n);
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  for (int i = 0; i < STEPS; i++) {
    upcx_sim_compute(10e-6);
    if (broadcasts)
      upc_all_broadcast(to, from, n, modes);
    else
      upc_all_reduceI((shared int *)to, (shared int *)from, UPC_ADD, THREADS * n / sizeof(int),
                      n / sizeof(int), 0, modes);
  }
  upc_barrier;
  if (MYTHREAD == 0)
    printf("%llu\n", (unsigned long long)upc_ticks_to_ns(upc_ticks_now() - begin) / STEPS);
}
