/* Scalar loops over shared arrays, compared with the same loops over a plain array. They read and
 * update, by index and by a moving pointer, for each representation of a pointer-to-shared (block
 * size indefinite, 1, larger), all elements, own elements, and those of another thread. Compile
 * with -O2 -fno-tree-vectorize for scalar code. */
#include <stdlib.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { LOCAL = 2048, BLOCK = 16 };

static shared double cyclic[LOCAL * THREADS];
static shared [BLOCK] double blocked[LOCAL * THREADS];
static shared [] double *shared blocks[THREADS];
static shared [] double *near, *far;
static double plain[LOCAL];
static volatile double sink;

/* KERNEL(name, T, array, from, step, count): four functions that visit array[from], array[from +
 * step], ... */
#define KERNEL(name, T, array, from, step, count)                                                  \
  static __attribute__((noinline)) void read_index_##name(void) {                                  \
    double sum = 0;                                                                                \
    for (long i = (from), end = (from) + (step) * (count); i < end; i += (step))                   \
      sum += array[i];                                                                             \
    sink = sum;                                                                                    \
  }                                                                                                \
  static __attribute__((noinline)) void read_walk_##name(void) {                                   \
    double sum = 0;                                                                                \
    T *p = &array[from];                                                                           \
    for (long i = 0; i < (count); i++, p += (step))                                                \
      sum += *p;                                                                                   \
    sink = sum;                                                                                    \
  }                                                                                                \
  static __attribute__((noinline)) void update_index_##name(void) {                                \
    double x = sink;                                                                               \
    for (long i = (from), end = (from) + (step) * (count); i < end; i += (step))                   \
      array[i] += x;                                                                               \
  }                                                                                                \
  static __attribute__((noinline)) void update_walk_##name(void) {                                 \
    double x = sink;                                                                               \
    T *p = &array[from];                                                                           \
    for (long i = 0; i < (count); i++, p += (step))                                                \
      *p += x;                                                                                     \
  }

typedef shared [] double indefinite_double;
typedef shared double cyclic_double;
typedef shared [BLOCK] double blocked_double;
KERNEL(plain, double, plain, 0, 1, LOCAL)
KERNEL(indefinite_own, indefinite_double, near, 0, 1, LOCAL)
KERNEL(indefinite_other, indefinite_double, far, 0, 1, LOCAL)
KERNEL(cyclic, cyclic_double, cyclic, 0, 1, LOCAL *THREADS)
KERNEL(cyclic_own, cyclic_double, cyclic, 0, THREADS, LOCAL)
KERNEL(cyclic_other, cyclic_double, cyclic, THREADS - 1, THREADS, LOCAL)
KERNEL(blocked, blocked_double, blocked, 0, 1, LOCAL *THREADS)

#define ENTRIES(name, system, all)                                                                 \
  {{"read_index_" #name, 0, system}, read_index_##name, all},                                      \
      {{"read_walk_" #name, 0, system}, read_walk_##name, all},                                    \
      {{"update_index_" #name, 0, system}, update_index_##name, all}, {                            \
    {"update_walk_" #name, 0, system}, update_walk_##name, all                                     \
  }

static struct {
  struct measure m;
  void (*run)(void);
  int all; /* over the elements of all threads */
} kernels[] = {
    ENTRIES(plain, "c", 0), ENTRIES(indefinite_own, 0, 0), ENTRIES(indefinite_other, 0, 0),
    ENTRIES(cyclic, 0, 1),  ENTRIES(cyclic_own, 0, 0),     ENTRIES(cyclic_other, 0, 0),
    ENTRIES(blocked, 0, 1),
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

int main(void) {
  int rounds = measure_rounds();
  blocks[MYTHREAD] = upc_alloc(LOCAL * sizeof(double));
  upc_memset(blocks[MYTHREAD], 0, LOCAL * sizeof(double));
  upc_barrier;
  near = blocks[0];
  far = blocks[THREADS - 1];
  for (int round = 0; MYTHREAD == 0 && round < rounds; round++)
    for (int k = 0; k < KERNELS; k++) {
      double start = now_ns();
      kernels[k].run();
      measure_add(&kernels[k].m, start, kernels[k].all ? LOCAL * THREADS : LOCAL);
    }
  upc_barrier;
  for (int k = 0; MYTHREAD == 0 && k < KERNELS; k++)
    measure_print(&kernels[k].m);
}
