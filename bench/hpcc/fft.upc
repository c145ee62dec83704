/* The global Fourier transform of HPC Challenge: 2^LOG complex numbers in blocks among the threads,
 * there and back, in the order of their indices before and after.
 *
 * Six steps (D. Bailey): the vector is a matrix [N1][N2] by rows; columns are transformed,
 * multiplied with roots of unity, and rows are transformed. Each of the three transpositions puts
 * strips by bupc_memput_fstrided_async to where they are wanted, as soon as they are ready, while
 * the next ones are transformed.
 *
 *   upcc -O3 fft.upc -o fft; upcrun -n 2 -shared-heap 512M ./fft [LOG] */
#include <bupc_extensions.h>
#include <upc_relaxed.h>

#include "fft_lines.h"

#define STRIP 32 /* lines that are put together */
#define ROUNDS 3
#define USAGE "fft [LOG]; LOG, of the vector's length, from 2 to 48"

static int log_length;
static size_t length, n1, n2;                 /* all; rows and columns of the matrix */
static shared void *vector;                   /* [own of n1][n2], and the result [own of n2][n1] */
static shared void *columns;                  /* [n1][own of n2] */
static shared void *rows;                     /* [own of n1][n2] */
static struct fft_plan long_side, short_side; /* of n1, of n2 */
static fft_complex *fine, *coarse; /* roots of unity: of an index below n1, of n1 times an index */
static bupc_handle_t *handles;
static size_t pending;

static void put_strided(shared void *to, size_t stride, const fft_complex *from, size_t from_stride,
                        size_t width, size_t height) {
  if (width == 0 || height == 0)
    return;
  size_t size = sizeof(fft_complex);
  handles[pending++] = bupc_memput_fstrided_async(to, width * size, stride * size, height, from,
                                                  width * size, from_stride * size, height);
}

/* All that was put has come, on all threads. Collective. */
static void complete(void) {
  bupc_waitsync_all(handles, pending);
  pending = 0;
  upc_barrier;
}

static shared[] fft_complex *part(shared void *object, int t) {
  return (shared[] fft_complex *)npb_part(object, t);
}
static size_t count(size_t n, int t) { return npb_first(n, t + 1) - npb_first(n, t); }

/* Steps 1: each thread gets its columns. */
static void put_columns(void) {
  size_t first = npb_first(n1, MYTHREAD), own = count(n1, MYTHREAD);
  for (int i = 1; i <= THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    size_t width = count(n2, t);
    put_strided(part(columns, t) + first * width, width,
                (fft_complex *)npb_own(vector) + npb_first(n2, t), n2, width, own);
  }
  complete();
}

/* exp(sign 2 pi i m / length) */
static fft_complex unit(size_t m, int sign) {
  fft_complex a = fine[m % n1], b = coarse[m / n1];
  return (fft_complex){a.re * b.re - a.im * b.im, sign * (a.re * b.im + a.im * b.re)};
}

/* Transforms `some` own columns from `from` on, column[0] being the matrix's column `first`. */
static void transform_columns(fft_complex *column, size_t width, size_t first, int some, int sign) {
  for (size_t i = 0; i < n1; i++)
    for (int c = 0; c < FFT_BATCH; c++)
      fft_set(&long_side, (int)i, c, c < some ? column[i * width + c] : (fft_complex){0, 0});
  fft_transform(&long_side, sign);
  for (size_t k = 0; k < n1; k++)
    for (int c = 0; c < some; c++) {
      fft_complex x = fft_get(&long_side, (int)k, c), w = unit(k * (first + c), sign);
      column[k * width + c] = (fft_complex){x.re * w.re - x.im * w.im, x.re * w.im + x.im * w.re};
    }
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Steps 2 and 3: transforms the columns, strip by strip, and puts them where their rows are. */
static void do_columns(int sign) {
  fft_complex *own = npb_own(columns);
  size_t width = count(n2, MYTHREAD), first = npb_first(n2, MYTHREAD);
  for (size_t from = 0; from < width; from += STRIP) {
    size_t to = least(width, from + STRIP);
    for (size_t c = from; c < to; c += FFT_BATCH)
      transform_columns(own + c, width, first + c, (int)least(FFT_BATCH, to - c), sign);
    for (int i = 1; i <= THREADS; i++) {
      int t = (MYTHREAD + i) % THREADS;
      put_strided(part(rows, t) + first + from, n2, own + npb_first(n1, t) * width + from, width,
                  to - from, count(n1, t));
    }
  }
  complete();
}

/* Transforms `some` own rows, as columns of `strip`, which has rows of STRIP. */
static void transform_rows(const fft_complex *row, fft_complex *strip, int some, int sign) {
  for (int c = 0; c < FFT_BATCH; c++)
    for (size_t i = 0; i < n2; i++)
      fft_set(&short_side, (int)i, c, c < some ? row[c * n2 + i] : (fft_complex){0, 0});
  fft_transform(&short_side, sign);
  for (size_t k = 0; k < n2; k++)
    for (int c = 0; c < some; c++)
      strip[k * STRIP + c] = fft_get(&short_side, (int)k, c);
}

/* Steps 4 and 5: transforms the rows and puts them as columns of the result. */
static void do_rows(int sign, fft_complex *strips) {
  const fft_complex *own = npb_own(rows);
  size_t height = count(n1, MYTHREAD), first = npb_first(n1, MYTHREAD);
  for (size_t from = 0; from < height; from += STRIP) {
    size_t to = least(height, from + STRIP);
    fft_complex *strip = strips + from * n2;
    for (size_t r = from; r < to; r += FFT_BATCH)
      transform_rows(own + r * n2, strip + (r - from), (int)least(FFT_BATCH, to - r), sign);
    for (int i = 1; i <= THREADS; i++) {
      int t = (MYTHREAD + i) % THREADS;
      put_strided(part(vector, t) + first + from, n1, strip + npb_first(n2, t) * STRIP, STRIP,
                  to - from, count(n2, t));
    }
  }
  complete();
}

static void exchange(size_t *a, size_t *b) {
  size_t kept = *a;
  *a = *b;
  *b = kept;
}

static void exchange_sides(void) {
  struct fft_plan kept = long_side;
  long_side = short_side;
  short_side = kept;
  exchange(&n1, &n2);
}

/* Collective: the transform of `vector`, in place, without scaling. */
static void transform(int sign, fft_complex *strips) {
  put_columns();
  do_columns(sign);
  do_rows(sign, strips);
}

static fft_complex element(size_t i) {
  return (fft_complex){hpcc_random(2 * i) - 0.5, hpcc_random(2 * i + 1) - 0.5};
}

/* The largest difference of an own element, `scale` times it, from what it was at first. */
static double difference(double scale) {
  const fft_complex *own = npb_own(vector);
  size_t first = npb_first(n1, MYTHREAD) * n2, some = count(n1, MYTHREAD) * n2;
  double most = 0;
  for (size_t i = 0; i < some; i++) {
    fft_complex x = element(first + i);
    most = hpcc_larger(most, hypot(scale * own[i].re - x.re, scale * own[i].im - x.im));
  }
  return most;
}

/* The error of one coefficient of the transform, which the sum of its definition gives too;
 * relative to the root of the length. Collective. */
static double error_of_coefficient(size_t k) {
  double re = 0, im = 0;
  for (size_t i = npb_first(length, MYTHREAD); i < npb_first(length, MYTHREAD + 1); i++) {
    double angle = -2 * FFT_PI * (double)(i * k % length) / (double)length, c = cos(angle),
           s = sin(angle);
    fft_complex x = element(i);
    re += x.re * c - x.im * s;
    im += x.re * s + x.im * c;
  }
  re = npb_sum(re);
  im = npb_sum(im);
  size_t line = k / n1;
  int t = 0; /* the thread with line k / n1 of the result */
  while (npb_first(n2, t + 1) <= line)
    t++;
  fft_complex x;
  upc_memget(&x, part(vector, t) + (line - npb_first(n2, t)) * n1 + k % n1, sizeof x);
  upc_barrier;
  return hypot(re - x.re, im - x.im) / sqrt((double)length);
}

static void make_roots(void) {
  fine = hpcc_memory(n1 * sizeof *fine);
  coarse = hpcc_memory(n2 * sizeof *coarse);
  for (size_t i = 0; i < n1; i++)
    fine[i] = (fft_complex){cos(2 * FFT_PI * (double)i / (double)length),
                            sin(2 * FFT_PI * (double)i / (double)length)};
  for (size_t i = 0; i < n2; i++)
    coarse[i] = (fft_complex){cos(2 * FFT_PI * (double)i / (double)n2),
                              sin(2 * FFT_PI * (double)i / (double)n2)};
}

struct result {
  double generation, tuning, forward, inverse, difference, scaled, coefficient;
};

static bool passed(const struct result *r) {
  return r->scaled < HPCC_LIMIT && r->coefficient < 1e-10;
}

static void report(const struct result *r) {
  double gflops = 5.0 * (double)length * log_length / r->forward * 1e-9;
  printf("Number of nodes: %d\nVector size: %zu\n", THREADS, length);
  printf("Generation time: %9.3f\nTuning: %9.3f\nComputing: %9.3f\nInverse FFT: %9.3f\n",
         r->generation, r->tuning, r->forward, r->inverse);
  printf("max(|x-x0|): %.3e\nGflop/s: %9.3f\n", r->difference, gflops);
  printf("Error of a coefficient: %.3e\nVerification: %s\n", r->coefficient,
         passed(r) ? "PASSED" : "FAILED");
  hpcc_summary("Begin");
  printf("MPIFFT_N=%zu\n", length);
  hpcc_value("MPIFFT_Gflops", gflops);
  hpcc_value("MPIFFT_maxErr", r->difference);
  hpcc_value("MPIFFT_time0", r->forward);
  hpcc_summary("End");
}

/* Collective: one transform there and back. */
static void round_trip(struct result *r, fft_complex *strips, int round) {
  fft_complex *own = npb_own(vector);
  double start = npb_seconds();
  size_t first = npb_first(n1, MYTHREAD) * n2, some = count(n1, MYTHREAD) * n2;
  for (size_t i = 0; i < some; i++)
    own[i] = element(first + i);
  upc_barrier;
  double made = npb_seconds();
  transform(-1, strips);
  double forward = npb_seconds();
  if (round == 0)
    r->coefficient = hpcc_larger(error_of_coefficient(1), error_of_coefficient(length / 3 * 2 + 1));
  double before = npb_seconds();
  exchange_sides(); /* the result has n2 rows of n1 */
  make_roots();
  transform(1, strips);
  exchange_sides();
  make_roots();
  r->inverse = fmin(r->inverse, npb_seconds() - before);
  r->generation = made - start;
  r->forward = fmin(r->forward, forward - made);
  r->difference = hpcc_larger(r->difference, hpcc_largest(difference(1.0 / (double)length)));
}

static void make(void) {
  size_t most1 = (n1 + THREADS - 1) / THREADS, most2 = (n2 + THREADS - 1) / THREADS;
  size_t largest = most1 * n2 > most2 * n1 ? most1 * n2 : most2 * n1,
         bytes = largest * sizeof(fft_complex);
  vector = npb_parts(bytes);
  columns = npb_parts(bytes);
  rows = npb_parts(bytes);
  handles = hpcc_memory((size_t)THREADS * ((most1 > most2 ? most1 : most2) / STRIP + 2) *
                        sizeof *handles);
  for (int turn = 0; turn < THREADS; turn++) { /* FFTW plans for one thread of a process at once */
    if (turn == MYTHREAD) {
      fft_make_plan(&long_side, (int)n1);
      fft_make_plan(&short_side, (int)n2);
    }
    upc_barrier;
  }
  make_roots();
}

int main(int argc, char **argv) {
  log_length = (int)hpcc_argument(argc, argv, 1, 2, 48, 12, USAGE);
  length = (size_t)1 << log_length;
  n2 = (size_t)1 << log_length / 2;
  n1 = length / n2;
  double start = npb_seconds();
  make();
  size_t most = n1 / THREADS + 1 + STRIP, side = n1;
  fft_complex *strips = hpcc_memory(most * side * sizeof *strips);
  struct result r = {.tuning = npb_seconds() - start, .forward = HUGE_VAL, .inverse = HUGE_VAL};
  for (int round = 0; round < ROUNDS; round++)
    round_trip(&r, strips, round);
  r.scaled = r.difference / log_length / HPCC_EPSILON;
  if (MYTHREAD == 0)
    report(&r);
  return MYTHREAD == 0 && !passed(&r);
}
