/* Scalar loops over shared arrays, beside the same loops over a plain array: sums and updates in place, over all elements,
 * whoever has them. Compile with the C compiler's -O2 -fno-tree-vectorize for scalar code. */
#include <stdlib.h>
#include <upc_castable.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { LOCAL = 2048, BLOCK = 16, SUM = 0, UPDATE = 1 };

static shared [] double all_on_one[LOCAL];
static shared double cyclic[LOCAL * THREADS];
static shared [BLOCK] double blocked[LOCAL * THREADS];
static double plain[LOCAL];
static volatile double sink;

#define SUM_LOOP(array, count)                                                                                         \
  do {                                                                                                                 \
    double sum = 0;                                                                                                    \
    for (long i = 0; i < (count); i++)                                                                                 \
      sum += array[i];                                                                                                 \
    sink = sum;                                                                                                        \
  } while (0)

#define UPDATE_LOOP(array, count)                                                                                      \
  do {                                                                                                                 \
    double x = sink;                                                                                                   \
    for (long i = 0; i < (count); i++)                                                                                 \
      array[i] += x;                                                                                                   \
  } while (0)

#define KERNEL(name, LOOP, array, count)                                                                               \
  static __attribute__((noinline)) void name(struct measure *m) {                                                      \
    double start = now_ns();                                                                                           \
    LOOP(array, count);                                                                                                \
    measure_add(m, start, (count));                                                                                    \
  }
KERNEL(sum_plain, SUM_LOOP, plain, LOCAL)
KERNEL(sum_one, SUM_LOOP, all_on_one, LOCAL)
KERNEL(sum_cyclic, SUM_LOOP, cyclic, LOCAL * THREADS)
KERNEL(sum_blocked, SUM_LOOP, blocked, LOCAL * THREADS)
KERNEL(update_plain, UPDATE_LOOP, plain, LOCAL)
KERNEL(update_one, UPDATE_LOOP, all_on_one, LOCAL)
KERNEL(update_cyclic, UPDATE_LOOP, cyclic, LOCAL * THREADS)
KERNEL(update_blocked, UPDATE_LOOP, blocked, LOCAL * THREADS)

static struct {
  struct measure m;
  void (*run)(struct measure *m);
} kernels[] = {
    {{"sum_plain"}, sum_plain},       {{"sum_shared_indefinite"}, sum_one},       {{"sum_shared_cyclic"}, sum_cyclic},
    {{"sum_shared_blocked"}, sum_blocked},
    {{"update_plain"}, update_plain}, {{"update_shared_indefinite"}, update_one}, {{"update_shared_cyclic"}, update_cyclic},
    {{"update_shared_blocked"}, update_blocked},
};

int main(void) {
  int rounds = measure_rounds();
  upc_barrier;
  for (int round = 0; MYTHREAD == 0 && round < rounds; round++)
    for (unsigned i = 0; i < sizeof kernels / sizeof *kernels; i++) {
      kernels[i].m.n = THREADS;
      kernels[i].run(&kernels[i].m);
    }
  upc_barrier;
  for (unsigned i = 0; MYTHREAD == 0 && i < sizeof kernels / sizeof *kernels; i++)
    measure_print(&kernels[i].m);
}
