/* STREAM as in HPC Challenge (J. McCalpin's rules): memory bandwidth of copy, scale, add and triad,
 * for one thread alone (Single) and for all at once (Star).
 *
 *   upcc -O3 stream.upc -o stream; upcrun -n 2 -shared-heap 1G ./stream [WORDS [TIMES]] */
#include <upc_relaxed.h>

#include "hpcc.h"

enum { COPY, SCALE, ADD, TRIAD, KERNELS };
static const char *const kernel_name[KERNELS] = {"Copy", "Scale", "Add", "Triad"};
static const int vectors[KERNELS] = {2, 2, 3, 3}; /* read or written by a kernel */

#define SCALAR 3.0
#define ERROR 1e-13 /* mean relative error of a vector */
#define USAGE "stream [WORDS of a vector [TIMES]]; WORDS from 1, TIMES from 2 to 1000"

static size_t words;
static int times;

/* The vectors are the thread's parts of shared objects, behind pointers to private memory. */
static double *a, *b, *c;

static void copy(double *restrict to, const double *restrict x) {
  for (size_t i = 0; i < words; i++)
    to[i] = x[i];
}

static void scale(double *restrict to, const double *restrict x) {
  for (size_t i = 0; i < words; i++)
    to[i] = SCALAR * x[i];
}

static void add(double *restrict to, const double *restrict x, const double *restrict y) {
  for (size_t i = 0; i < words; i++)
    to[i] = x[i] + y[i];
}

static void triad(double *restrict to, const double *restrict x, const double *restrict y) {
  for (size_t i = 0; i < words; i++)
    to[i] = x[i] + SCALAR * y[i];
}

static void run(int kernel) {
  switch (kernel) {
  case COPY: copy(c, a); break;
  case SCALE: scale(b, c); break;
  case ADD: add(c, a, b); break;
  default: triad(a, b, c); break;
  }
}

/* Seconds of each kernel: the first time does not count. */
struct times {
  double least[KERNELS], most[KERNELS], sum[KERNELS];
};

static void measure(struct times *t) {
  for (size_t i = 0; i < words; i++) {
    a[i] = 2;
    b[i] = 2;
    c[i] = 0;
  }
  *t = (struct times){{HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}, {0}, {0}};
  for (int i = 0; i < times; i++)
    for (int k = 0; k < KERNELS; k++) {
      double start = npb_seconds();
      run(k);
      double seconds = npb_seconds() - start;
      if (i == 0)
        continue;
      t->least[k] = fmin(t->least[k], seconds);
      t->most[k] = fmax(t->most[k], seconds);
      t->sum[k] += seconds;
    }
}

/* The mean relative error of a vector whose elements should be `right`. */
static double error_of(const double *x, double right) {
  double sum = 0;
  for (size_t i = 0; i < words; i++)
    sum += fabs(x[i] - right);
  return sum / (double)words / fabs(right);
}

static bool validates(void) {
  double x = 2, y = 2, z = 0;
  for (int i = 0; i < times; i++) {
    z = x;
    y = SCALAR * z;
    z = x + y;
    x = y + SCALAR * z;
  }
  return error_of(a, x) < ERROR && error_of(b, y) < ERROR && error_of(c, z) < ERROR;
}

/* Gigabytes a second. */
static double rate(int kernel, double seconds) {
  return (double)vectors[kernel] * 8 * (double)words / seconds * 1e-9;
}

static void print_times(const struct times *t, bool valid) {
  printf("This system uses 8 bytes per DOUBLE PRECISION word.\n");
  printf("Array size = %zu, Offset = 0\n", words);
  printf("Total memory required = %.4f GiB.\n", 24.0 * (double)words / (1 << 30));
  printf("Each test is run %d times.\n", times);
  printf("Function      Rate (GB/s)   Avg time     Min time     Max time\n");
  for (int k = 0; k < KERNELS; k++)
    printf("%-7s  %11.4f  %11.6f  %11.6f  %11.6f\n", kernel_name[k], rate(k, t->least[k]),
           t->sum[k] / (times - 1), t->least[k], t->most[k]);
  printf("Solution %s\n\n", valid ? "Validates" : "DOES NOT VALIDATE");
}

/* Collective: prints the least, mean and largest rate over the threads; stores the means in
 * `means`. */
static void rates(const char *name, const struct times *t, double *means) {
  double all[THREADS];
  for (int k = 0; k < KERNELS; k++) {
    double least = HUGE_VAL, most = 0, sum = 0;
    hpcc_gather(rate(k, t->least[k]), all);
    for (int i = 0; i < THREADS; i++) {
      least = fmin(least, all[i]);
      most = fmax(most, all[i]);
      sum += all[i];
    }
    means[k] = sum / THREADS;
    if (MYTHREAD == 0)
      printf("Minimum %s %s GB/s %.6f\nAverage %s %s GB/s %.6f\nMaximum %s %s GB/s %.6f\n", name,
             kernel_name[k], least, name, kernel_name[k], means[k], name, kernel_name[k], most);
  }
}

/* Collective: runs on thread 0 while the others wait; false if the result is wrong. */
static bool single(struct times *t) {
  bool valid = true;
  if (MYTHREAD == 0) {
    printf("Begin of SingleSTREAM section.\n");
    measure(t);
    valid = validates();
    print_times(t, valid);
    for (int k = 0; k < KERNELS; k++)
      printf("Single STREAM %s GB/s %.6f\n", kernel_name[k], rate(k, t->least[k]));
    printf("Node selected 0\nNode(s) with error %d\nEnd of SingleSTREAM section.\n", !valid);
  }
  upc_barrier;
  return valid;
}

/* Collective: runs on all threads at once. Returns the number of threads with a wrong result. */
static int star(double *means) {
  struct times t;
  if (MYTHREAD == 0)
    printf("Begin of StarSTREAM section.\n");
  upc_barrier;
  measure(&t);
  upc_barrier;
  bool valid = validates();
  if (MYTHREAD == 0)
    print_times(&t, valid);
  rates("STREAM", &t, means);
  int wrong = (int)npb_sum(!valid);
  if (MYTHREAD == 0)
    printf("Node(s) with error %d\nEnd of StarSTREAM section.\n", wrong);
  return wrong;
}

static void summary(const struct times *alone, const double *means) {
  hpcc_summary("Begin");
  printf("STREAM_VectorSize=%zu\nSTREAM_Threads=%d\n", words, THREADS);
  for (int k = 0; k < KERNELS; k++) {
    char key[32];
    snprintf(key, sizeof key, "SingleSTREAM_%s", kernel_name[k]);
    hpcc_value(key, rate(k, alone->least[k]));
    snprintf(key, sizeof key, "StarSTREAM_%s", kernel_name[k]);
    hpcc_value(key, means[k]);
  }
  hpcc_summary("End");
}

int main(int argc, char **argv) {
  words = (size_t)hpcc_argument(argc, argv, 1, 1, LONG_MAX / 64, 100000, USAGE);
  times = (int)hpcc_argument(argc, argv, 2, 2, 1000, 10, USAGE);
  a = npb_own(npb_parts(words * sizeof *a));
  b = npb_own(npb_parts(words * sizeof *b));
  c = npb_own(npb_parts(words * sizeof *c));
  struct times alone;
  double means[KERNELS];
  int wrong = !single(&alone);
  wrong += star(means);
  if (MYTHREAD == 0)
    summary(&alone, means);
  return MYTHREAD == 0 && wrong > 0;
}
