/* upc_memput, upc_memget and upc_memcpy between two threads, and memcpy between the same addresses;
 * n is bytes.
 *
 *   upcrun -n 2 -bind-threads ./copy */
#include <string.h>
#include <upc_castable.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { LARGEST = 64 << 20, SIZES = 10, KINDS = 4, PER_BATCH = 1 << 16 };
static const long sizes[SIZES] = {1, 8, 64, 256, 1024, 4096, 65536, 1 << 20, 8 << 20, LARGEST};

static shared [] char *far, *near;
static char *local, *far_here;

static void put(size_t n) { upc_memput(far, local, n); }
static void get(size_t n) { upc_memget(local, far, n); }
static void copy(size_t n) { upc_memcpy(far, near, n); }
static void plain(size_t n) { memcpy(far_here, local, n); }

/* The C one only where the memory is mapped. */
static const struct {
  const char *name, *system;
  void (*run)(size_t n);
} kinds[KINDS] = {{"memcpy", "c", plain},
                  {"upc_memput", 0, put},
                  {"upc_memget", 0, get},
                  {"upc_memcpy", 0, copy}};

static struct measure results[SIZES][KINDS];

/* Calls through a volatile pointer, so that neither side is inlined. */
static void measure(int size, int kind) {
  void (*volatile run)(size_t n) = kinds[kind].run;
  long n = sizes[size], count = n < PER_BATCH ? PER_BATCH / n : 1;
  if (count > 500)
    count = 500;
  results[size][kind].name = kinds[kind].name;
  results[size][kind].system = kinds[kind].system;
  results[size][kind].n = n;
  double start = now_ns();
  for (long i = 0; i < count; i++)
    run((size_t)n);
  measure_add(&results[size][kind], start, count);
}

static int rounds_of(int size, int rounds) {
  return sizes[size] >= 8 << 20 ? rounds / 10 + 1 : rounds;
}

int main(void) {
  static shared [] char *shared blocks[THREADS];
  blocks[MYTHREAD] = upc_alloc(LARGEST);
  if (!blocks[MYTHREAD]) {
    fprintf(stderr, "copy: needs a shared heap of 65 MB per thread: upcrun -shared-heap 65\n");
    upc_global_exit(1);
  }
  upc_memset(blocks[MYTHREAD], 1, LARGEST);
  upc_barrier;
  if (MYTHREAD == 0) {
    int rounds = measure_rounds();
    far = blocks[THREADS - 1];
    near = blocks[0];
    far_here = upc_cast(far);
    local = (char *)near;
    for (int size = 0; size < SIZES; size++)
      for (int round = 0; round < rounds_of(size, rounds); round++)
        for (int kind = far_here ? 0 : 1; kind < KINDS; kind++)
          measure(size, kind);
    for (int size = 0; size < SIZES; size++)
      for (int kind = 0; kind < KINDS; kind++)
        measure_print(&results[size][kind]);
  }
  upc_barrier;
}
