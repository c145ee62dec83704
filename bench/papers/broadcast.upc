/* Virtual time of broadcasts of the sizes that the arguments give: a line for each, bytes and
 * nanoseconds from the barrier before to the barrier after. */
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    size_t n = strtoul(argv[i], 0, 10);
    shared char *from = upc_all_alloc(1, n), *to = upc_all_alloc(THREADS, n);
    upc_barrier;
    upc_tick_t begin = upc_ticks_now();
    upc_all_broadcast(to, from, n, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    upc_barrier;
    if (MYTHREAD == 0)
      printf("%zu %llu\n", n, (unsigned long long)upc_ticks_to_ns(upc_ticks_now() - begin));
    upc_all_free(from);
    upc_all_free(to);
  }
}
