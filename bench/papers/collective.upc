/* Virtual time of a single collective: collective OPERATION BYTES... Prints a line for each size:
 * bytes, and nanoseconds of the second of two calls, from the barrier before to the barrier after.
 * For barrier and reduce_all, whose paper measures a loop of calls, the time ends with the call.
 * BYTES are those of a block; a reduction has that many bytes of double in each thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>
#include <upcx_collective.h>

static shared char *from, *to;
static const upc_flag_t modes = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;

static void broadcast(size_t n) { upc_all_broadcast(to, from, n, modes); }
static void scatter(size_t n) { upc_all_scatter(to, from, n, modes); }
static void gather(size_t n) { upc_all_gather(from, to, n, modes); }
static void reduce(size_t n) {
  size_t each = n / sizeof(double);
  upc_all_reduceD((shared double *)from, (shared double *)to, UPC_ADD, THREADS * each, each, 0,
                  modes);
}
static void reduce_all(size_t n) {
  upcx_all_reduce_all(to, to + n * THREADS, UPC_DOUBLE, UPC_ADD, n / sizeof(double), modes);
}
static void barrier(size_t n) {
  (void)n;
  upc_barrier;
}

/* An operation, with the number of blocks on thread 0 and on each thread. */
static const struct operation {
  const char *name;
  void (*call)(size_t n);
  int of_root, each; /* of_root: -1 is one for each thread */
  int is_alone;      /* its time has no barrier after it */
} operations[] = {
    {"broadcast", broadcast, 1, 1},      {"scatter", scatter, -1, 1}, {"gather", gather, -1, 1},
    {"reduce", reduce, 1, 1},            {"barrier", barrier, 1, 1, 1},
    {"reduce_all", reduce_all, 1, 2, 1},
};

static const struct operation *find(const char *name) {
  for (int i = 0; i < (int)(sizeof operations / sizeof *operations); i++)
    if (strcmp(operations[i].name, name) == 0)
      return &operations[i];
  fprintf(stderr, "%s: no such operation\n", name);
  exit(2);
}

static unsigned long long measure(const struct operation *operation, size_t n) {
  operation->call(n);
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  operation->call(n);
  if (!operation->is_alone)
    upc_barrier;
  return upc_ticks_to_ns(upc_ticks_now() - begin);
}

int main(int argc, char **argv) {
  if (argc < 3) {
    if (MYTHREAD == 0)
      fprintf(stderr, "usage: collective OPERATION BYTES...\n");
    return 2;
  }
  const struct operation *operation = find(argv[1]);
  for (int i = 2; i < argc; i++) {
    size_t n = strtoul(argv[i], 0, 10);
    from = upc_all_alloc(1, n * (operation->of_root < 0 ? THREADS : 1));
    to = upc_all_alloc(THREADS * operation->each, n);
    unsigned long long ns = measure(operation, n);
    if (MYTHREAD == 0)
      printf("%zu %llu\n", n, ns);
    upc_all_free(from);
    upc_all_free(to);
  }
}
