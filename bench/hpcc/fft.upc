/* The global Fourier transform of HPC Challenge: forward and back on 2^LOG complex numbers, in a
 * block per thread, in natural order before and after.
 *
 * Six steps (D. Bailey): the vector is a matrix [N1][N2] by rows. Columns are transformed and
 * multiplied with roots of unity, then rows are transformed. Each of the three transpositions puts
 * a strip as soon as it is ready, while the next one is transformed. A strip of w lines is stored
 * with the w numbers of an index side by side, so a thread's part of it is contiguous and needs one
 * upc_memput_nb. The receiver restores the natural order, or the sender does by
 * bupc_memput_fstrided_async if the receiver's memory is mapped.
 *
 *   upcc -O3 fft.upc -o fft; upcrun -n 2 -shared-heap 512M ./fft [LOG] */
#include <bupc_extensions.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "fft_lines.h"

#define STRIP 32 /* lines of a strip */
#define ROUNDS 3
#define USAGE "fft [LOG]; LOG, of the vector's length, from 2 to 48"

static int log_length;
static size_t length, n1, n2;                 /* all; rows and columns of the matrix */
static shared void *vector;                   /* [own of n1][n2], and the result [own of n2][n1] */
static shared void *columns;                  /* [n1][own of n2]; then strips of the result */
static shared void *rows;                     /* strips of lines from own of n1 */
static fft_complex *strips;                   /* strips under way */
static struct fft_plan long_side, short_side; /* of n1, of n2 */
static fft_complex *fine, *coarse; /* roots of unity: of an index below n1, of n1 times an index */
static bupc_handle_t *handles;
static size_t pending;

/* Of n numbers, to `to`. */
static void put(shared[] fft_complex *to, const fft_complex *from, size_t n) {
  if (n != 0)
    handles[pending++] = upc_memput_nb(to, from, n * sizeof *from);
}

static void put_strided(shared void *to, size_t stride, const fft_complex *from, size_t from_stride,
                        size_t width, size_t height) {
  if (width == 0 || height == 0)
    return;
  size_t size = sizeof(fft_complex);
  handles[pending++] = bupc_memput_fstrided_async(to, width * size, stride * size, height, from,
                                                  width * size, from_stride * size, height);
}

/* Collective: completes the puts of all threads. */
static void complete(void) {
  bupc_waitsync_all(handles, pending);
  pending = 0;
  upc_barrier;
}

static shared[] fft_complex *part(shared void *object, int t) {
  return (shared[] fft_complex *)npb_part(object, t);
}
static size_t count(size_t n, int t) { return npb_first(n, t + 1) - npb_first(n, t); }

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static bool sees(int t) { return upc_cast(part(vector, t)) != NULL; }

/* Puts `width` numbers of own rows, from row `from` and a column on, to their place in t's
 * columns. */
static void put_rows(int t, size_t from, size_t some, size_t width) {
  const fft_complex *own = (fft_complex *)npb_own(vector) + npb_first(n2, t) + from * n2;
  shared[] fft_complex *to = part(columns, t) + (npb_first(n1, MYTHREAD) + from) * width;
  if (sees(t)) {
    put_strided(to, width, own, n2, width, some);
    return;
  }
  fft_complex *packed = strips + npb_first(n2, t) * count(n1, MYTHREAD) + from * width;
  for (size_t i = 0; i < some; i++)
    memcpy(packed + i * width, own + i * n2, width * sizeof *own);
  put(to, packed, some * width);
}

/* Step 1: each thread gets its columns. */
static void put_columns(void) {
  size_t own = count(n1, MYTHREAD);
  for (size_t from = 0; from < own; from += STRIP)
    for (int i = 1; i <= THREADS; i++) {
      int t = (MYTHREAD + i) % THREADS;
      put_rows(t, from, least(STRIP, own - from), count(n2, t));
    }
  complete();
}

/* exp(sign 2 pi i m / length) */
static fft_complex unit(size_t m, int sign) {
  fft_complex a = fine[m % n1], b = coarse[m / n1];
  return (fft_complex){a.re * b.re - a.im * b.im, sign * (a.re * b.im + a.im * b.re)};
}

/* Transforms `some` own columns into a strip of w; column[0] is column `first` of the matrix. */
static void transform_columns(const fft_complex *column, fft_complex *strip, size_t w, size_t first,
                              int some, int sign) {
  size_t width = count(n2, MYTHREAD);
  for (size_t i = 0; i < n1; i++)
    for (int c = 0; c < FFT_BATCH; c++)
      fft_set(&long_side, (int)i, c, c < some ? column[i * width + c] : (fft_complex){0, 0});
  fft_transform(&long_side, sign);
  for (size_t k = 0; k < n1; k++)
    for (int c = 0; c < some; c++) {
      fft_complex x = fft_get(&long_side, (int)k, c), r = unit(k * (first + c), sign);
      strip[k * w + c] = (fft_complex){x.re * r.re - x.im * r.im, x.re * r.im + x.im * r.re};
    }
}

/* Steps 2 and 3: transforms the columns strip by strip, and puts them to the owners of their
 * rows. */
static void do_columns(int sign) {
  const fft_complex *own = npb_own(columns);
  size_t width = count(n2, MYTHREAD), first = npb_first(n2, MYTHREAD);
  for (size_t from = 0; from < width; from += STRIP) {
    size_t w = least(STRIP, width - from);
    fft_complex *strip = strips + from * n1;
    for (size_t c = 0; c < w; c += FFT_BATCH)
      transform_columns(own + from + c, strip + c, w, first + from + c,
                        (int)least(FFT_BATCH, w - c), sign);
    for (int i = 1; i <= THREADS; i++) {
      int t = (MYTHREAD + i) % THREADS;
      put(part(rows, t) + (first + from) * count(n1, t), strip + npb_first(n1, t) * w,
          w * count(n1, t));
    }
  }
  complete();
}

/* Places rows from `row` on, from the strips of all threads, side by side; rows beyond `some` are
 * 0. */
static void set_rows(size_t row, int some) {
  const fft_complex *own = npb_own(rows);
  size_t height = count(n1, MYTHREAD);
  for (int t = 0; t < THREADS; t++)
    for (size_t from = npb_first(n2, t), end = npb_first(n2, t + 1); from < end; from += STRIP) {
      size_t w = least(STRIP, end - from);
      const fft_complex *strip = own + from * height + row * w;
      for (int c = 0; c < FFT_BATCH; c++)
        for (size_t i = 0; i < w; i++)
          fft_set(&short_side, (int)(from + i), c,
                  c < some ? strip[c * w + i] : (fft_complex){0, 0});
    }
}

/* Transforms `some` own rows into columns of a strip of w. */
static void transform_rows(size_t row, fft_complex *strip, size_t w, int some, int sign) {
  set_rows(row, some);
  fft_transform(&short_side, sign);
  for (size_t k = 0; k < n2; k++)
    for (int c = 0; c < some; c++)
      strip[k * w + c] = fft_get(&short_side, (int)k, c);
}

/* Puts a strip of w lines, from row `first` of the matrix on, to columns of t's result. */
static void put_result(int t, const fft_complex *strip, size_t first, size_t w) {
  strip += npb_first(n2, t) * w;
  if (sees(t))
    put_strided(part(vector, t) + first, n1, strip, w, w, count(n2, t));
  else
    put(part(columns, t) + first * count(n2, t), strip, w * count(n2, t));
}

/* Steps 4 and 5: transforms the rows and puts them to columns of the result. */
static void do_rows(int sign) {
  size_t height = count(n1, MYTHREAD), first = npb_first(n1, MYTHREAD);
  for (size_t from = 0; from < height; from += STRIP) {
    size_t w = least(STRIP, height - from);
    fft_complex *strip = strips + from * n2;
    for (size_t r = 0; r < w; r += FFT_BATCH)
      transform_rows(from + r, strip + r, w, (int)least(FFT_BATCH, w - r), sign);
    for (int i = 1; i <= THREADS; i++)
      put_result((MYTHREAD + i) % THREADS, strip, first + from, w);
  }
  complete();
}

/* Copies the strips of threads that cannot map this thread's memory to the result. */
static void unpack(void) {
  fft_complex *own = npb_own(vector);
  size_t height = count(n2, MYTHREAD);
  for (int t = 0; t < THREADS; t++)
    for (size_t from = npb_first(n1, t), end = npb_first(n1, t + 1); from < end && !sees(t);
         from += STRIP) {
      size_t w = least(STRIP, end - from);
      const fft_complex *strip = (fft_complex *)npb_own(columns) + from * height;
      for (size_t k = 0; k < height; k++)
        memcpy(own + k * n1 + from, strip + k * w, w * sizeof *own);
    }
  upc_barrier;
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
static void transform(int sign) {
  put_columns();
  do_columns(sign);
  do_rows(sign);
  unpack();
}

static fft_complex element(size_t i) {
  return (fft_complex){mix_fraction(2 * i) - 0.5, mix_fraction(2 * i + 1) - 0.5};
}

/* The largest difference between `scale` times an own element and its initial value. */
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

/* Collective: the error of one coefficient of the transform against the sum that defines it,
 * relative to the root of the length. */
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
  printf("Number of nodes: %d\nVector size: %zu\nLines: %s\n", THREADS, length, FFT_LINES);
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

/* Collective: one transform, forward and back. */
static void round_trip(struct result *r, int round) {
  fft_complex *own = npb_own(vector);
  double start = npb_seconds();
  size_t first = npb_first(n1, MYTHREAD) * n2, some = count(n1, MYTHREAD) * n2;
  for (size_t i = 0; i < some; i++)
    own[i] = element(first + i);
  upc_barrier;
  double made = npb_seconds();
  transform(-1);
  double forward = npb_seconds();
  if (round == 0)
    r->coefficient = hpcc_larger(error_of_coefficient(1), error_of_coefficient(length / 3 * 2 + 1));
  double before = npb_seconds();
  exchange_sides(); /* the result has n2 rows of n1 */
  make_roots();
  transform(1);
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
  for (int turn = 0; turn < THREADS; turn++) { /* FFTW's planner is not thread-safe */
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
  strips = hpcc_memory(most * side * sizeof *strips);
  struct result r = {.tuning = npb_seconds() - start, .forward = HUGE_VAL, .inverse = HUGE_VAL};
  for (int round = 0; round < ROUNDS; round++)
    round_trip(&r, round);
  r.scaled = r.difference / log_length / HPCC_EPSILON;
  if (MYTHREAD == 0)
    report(&r);
  return MYTHREAD == 0 && !passed(&r);
}
