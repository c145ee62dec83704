/* Stencils of UPC programs, compared with the same loops over plain arrays: five points with cyclic
 * rows, in bands and by a pointer; three points over arrays in each layout. Thread 0 executes its
 * own iterations, with other threads' elements at the edges. */
#include <stdlib.h>
#include <upc_relaxed.h>

#include "measure.h"

enum { WIDTH = 256, HEIGHT = 32, LOCAL = 4096, BLOCK = 64 };

typedef shared [WIDTH] double (*rows_t)[WIDTH];

static shared [WIDTH] double rows[HEIGHT * THREADS][WIDTH], rows_to[HEIGHT * THREADS][WIDTH];
static shared[WIDTH * HEIGHT] double bands[HEIGHT * THREADS][WIDTH],
    bands_to[HEIGHT * THREADS][WIDTH];
static shared double cyclic[LOCAL * THREADS], cyclic_to[LOCAL * THREADS];
static shared [BLOCK] double blocked[LOCAL * THREADS], blocked_to[LOCAL * THREADS];
static shared [LOCAL] double whole[LOCAL * THREADS], whole_to[LOCAL * THREADS];
static rows_t from, to;
double plain[HEIGHT][WIDTH], plain_to[HEIGHT][WIDTH], line[LOCAL], line_to[LOCAL];

/* The mean of an element's neighbours. */
#define FIVE(b, a) b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1])

static __attribute__((noinline)) void five_plain(void) {
  for (int i = 1; i < HEIGHT - 1; i++)
    for (int j = 1; j < WIDTH - 1; j++)
      FIVE(plain_to, plain);
}

#define FIVE_SHARED(name, b, a)                                                                    \
  static __attribute__((noinline)) void five_##name(void) {                                        \
    upc_forall (int i = 1; i < HEIGHT * THREADS - 1; i++; &a[i][0])                                \
      for (int j = 1; j < WIDTH - 1; j++)                                                          \
        FIVE(b, a);                                                                                \
  }
FIVE_SHARED(rows, rows_to, rows)
FIVE_SHARED(bands, bands_to, bands)
FIVE_SHARED(pointer, to, from)

/* The mean of three elements. */
#define THREE(b, a) b[i] = (a[i - 1] + a[i] + a[i + 1]) * (1 / 3.0)

static __attribute__((noinline)) void three_plain(void) {
  for (int i = 1; i < LOCAL - 1; i++)
    THREE(line_to, line);
}

#define THREE_SHARED(name)                                                                         \
  static __attribute__((noinline)) void three_##name(void) {                                       \
    upc_forall (int i = 1; i < LOCAL * THREADS - 1; i++; &name##_to[i])                            \
      THREE(name##_to, name);                                                                      \
  }
THREE_SHARED(cyclic)
THREE_SHARED(blocked)
THREE_SHARED(whole)

static struct {
  struct measure m;
  void (*run)(void);
  long points; /* that one thread computes */
} kernels[] = {
    {{"five_plain", 0, "c"}, five_plain, HEIGHT * WIDTH},
    {{"five_rows"}, five_rows, HEIGHT * WIDTH},
    {{"five_bands"}, five_bands, HEIGHT * WIDTH},
    {{"five_pointer"}, five_pointer, HEIGHT * WIDTH},
    {{"three_plain", 0, "c"}, three_plain, LOCAL},
    {{"three_cyclic"}, three_cyclic, LOCAL},
    {{"three_blocked"}, three_blocked, LOCAL},
    {{"three_whole"}, three_whole, LOCAL},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

int main(void) {
  int rounds = measure_rounds();
  from = rows;
  to = rows_to;
  upc_barrier;
  for (int round = 0; MYTHREAD == 0 && round < rounds; round++)
    for (int k = 0; k < KERNELS; k++) {
      double start = now_ns();
      kernels[k].run();
      measure_add(&kernels[k].m, start, kernels[k].points);
    }
  upc_barrier;
  for (int k = 0; MYTHREAD == 0 && k < KERNELS; k++)
    measure_print(&kernels[k].m);
}
