/* Virtual time of puts between pairs of nodes: injection BYTES COUNT NODE_THREADS. Each thread of a
 * node puts to the thread with the same place on the next node, and back (hybrid PGAS paper,
 * section 3.3). Prints nanoseconds of a blocking put and of the start of a put, as means over a
 * node's threads. */
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_nb.h>
#include <upc_tick.h>

static shared double begun[THREADS];

static double seconds(upc_tick_t from) { return upc_ticks_to_ns(upc_ticks_now() - from) * 1e-9; }

int main(int argc, char **argv) {
  if (argc != 4) {
    if (MYTHREAD == 0)
      fprintf(stderr, "usage: injection BYTES COUNT NODE_THREADS\n");
    return 2;
  }
  size_t n = strtoul(argv[1], 0, 10);
  int count = atoi(argv[2]), of_node = atoi(argv[3]), node = MYTHREAD / of_node;
  int partner = (node ^ 1) * of_node + MYTHREAD % of_node;
  shared char *to = upc_all_alloc(THREADS, n);
  char *from = calloc(n, 1);
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  for (int i = 0; i < count; i++)
    upc_memput(to + partner, from, n);
  upc_barrier;
  double waited = seconds(begin);
  begin = upc_ticks_now();
  upc_handle_t handle = upc_memput_nb(to + partner, from, n);
  begun[MYTHREAD] = seconds(begin);
  upc_sync(handle);
  upc_barrier;
  double sum = 0;
  for (int i = 0; i < of_node; i++)
    sum += begun[i];
  if (MYTHREAD == 0)
    printf("%.0f %.0f\n", waited * 1e9 / count, sum / of_node * 1e9);
}
