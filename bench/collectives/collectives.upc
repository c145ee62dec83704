/* Times of the collectives: upcrun -n 2 ./collectives [name=partita] [op=broadcast] [mode=synchronised] [most=BYTES]. */
#include <upc_relaxed.h>
#include <upc_collective.h>

#include "measure.h"

static shared char *src, *dst;
static char *own_src, *own_dst;
static shared double times[THREADS];

static void call(enum operation op, size_t n, int flags) {
  switch (op) {
  case BROADCAST:
    upc_all_broadcast(dst, src, n, flags);
    break;
  case SCATTER:
    upc_all_scatter(dst, src, n, flags);
    break;
  case GATHER:
    upc_all_gather(dst, src, n, flags);
    break;
  case GATHER_ALL:
    upc_all_gather_all(dst, src, n, flags);
    break;
  case EXCHANGE:
    upc_all_exchange(dst, src, n, flags);
    break;
  default:
    upc_all_reduceL((shared long *)dst, (shared long *)src, UPC_ADD, n / sizeof(long) * THREADS, n / sizeof(long), NULL,
                    flags);
  }
}

/* Every call alone, after a barrier: its own time. */
static double synchronised(enum operation op, size_t n, int rounds) {
  double in_calls = 0;
  for (int i = 0; i < rounds; i++) {
    write_all(own_src, n * source_blocks(op, MYTHREAD, THREADS), i);
    upc_barrier;
    double start = now_ns();
    call(op, n, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    in_calls += now_ns() - start;
    read_all(own_dst, op == REDUCE ? sizeof(long) * !MYTHREAD : n * result_blocks(op, MYTHREAD, THREADS));
  }
  return in_calls / rounds;
}

/* One call after the other: the time of a round with its writing and reading. */
static double streamed(enum operation op, size_t n, int rounds) {
  upc_barrier;
  double start = now_ns();
  for (int i = 0; i < rounds; i++) {
    write_all(own_src, n * source_blocks(op, MYTHREAD, THREADS), i);
    call(op, n, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    read_all(own_dst, op == REDUCE ? sizeof(long) * !MYTHREAD : n * result_blocks(op, MYTHREAD, THREADS));
  }
  double end = now_ns();
  upc_barrier;
  return (end - start) / rounds;
}

static double largest(double mine) {
  times[MYTHREAD] = mine;
  upc_barrier;
  double most = 0;
  for (int t = 0; t < THREADS; t++)
    most = times[t] > most ? times[t] : most;
  upc_barrier;
  return most;
}

static void measure(const char *name, enum operation op, const char *mode, size_t n) {
  double ns[BATCHES];
  double (*way)(enum operation, size_t, int) = strcmp(mode, "streamed") == 0 ? streamed : synchronised;
  largest(way(op, n, 3));
  for (int b = 0; b < BATCHES; b++)
    ns[b] = largest(way(op, n, rounds_of(n)));
  if (MYTHREAD == 0)
    report(name, op, mode, n, THREADS, ns);
}

int main(int argc, char **argv) {
  static const char *const modes[] = {"synchronised", "streamed"};
  const char *most = argument(argc, argv, "most"), *name = argument(argc, argv, "name");
  size_t largest_size = most ? strtoul(most, 0, 0) : LARGEST, room = largest_size * THREADS + 64;
  src = (shared char *)upc_all_alloc(THREADS, room);
  dst = (shared char *)upc_all_alloc(THREADS, room);
  if (!src || !dst)
    upc_global_exit(1);
  own_src = (char *)(src + MYTHREAD);
  own_dst = (char *)(dst + MYTHREAD);
  for (int op = 0; op < OPERATIONS; op++)
    for (int m = 0; m < 2; m++)
      for (size_t n = 8; n <= largest_size; n *= n < 1024 ? 2 : 4)
        if (wanted(argc, argv, "op", operations[op]) && wanted(argc, argv, "mode", modes[m]))
          measure(name ? name : "partita", op, modes[m], n);
  return 0;
}
