/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms of several lines side by side: Stockham's algorithm with radix 4 and a last
 * pass of radix 2, or FFTW with -DHPCC_FFTW. */
#ifndef HPCC_FFT_LINES_H
#define HPCC_FFT_LINES_H

#include "hpcc.h"
#ifdef HPCC_FFTW
#include <fftw3.h>
#endif

#define FFT_BATCH 8 /* lines side by side */
#define FFT_PI 3.14159265358979323846

typedef struct {
  double re, im;
} fft_complex;

/* A plan for lines of n points, a power of two. */
struct fft_plan {
  int n;
#ifdef HPCC_FFTW
  fftw_plan forward, backward;
  fft_complex *line;
#else
  fft_complex *root;         /* exp(-2 pi i j / n) for each j below n */
  double *line[2], *room[2]; /* [n][FFT_BATCH]: real and imaginary parts */
#endif
};

#ifdef HPCC_FFTW

#define FFT_LINES fftw_version /* its name and version */

static inline void fft_make_plan(struct fft_plan *p, int n) {
  p->n = n;
  p->line = hpcc_memory((size_t)n * FFT_BATCH * sizeof *p->line);
  fftw_complex *line = (fftw_complex *)p->line;
  p->forward = fftw_plan_many_dft(1, &n, FFT_BATCH, line, NULL, FFT_BATCH, 1, line, NULL, FFT_BATCH,
                                  1, FFTW_FORWARD, FFTW_MEASURE);
  p->backward = fftw_plan_many_dft(1, &n, FFT_BATCH, line, NULL, FFT_BATCH, 1, line, NULL,
                                   FFT_BATCH, 1, FFTW_BACKWARD, FFTW_MEASURE);
}

static inline void fft_set(struct fft_plan *p, int i, int line, fft_complex value) {
  p->line[(size_t)i * FFT_BATCH + line] = value;
}

static inline fft_complex fft_get(const struct fft_plan *p, int i, int line) {
  return p->line[(size_t)i * FFT_BATCH + line];
}

static inline void fft_transform(struct fft_plan *p, int sign) {
  fftw_execute(sign < 0 ? p->forward : p->backward);
}

#else

#define FFT_LINES "plain C"

static inline void fft_make_plan(struct fft_plan *p, int n) {
  size_t bytes = (size_t)n * FFT_BATCH * sizeof(double);
  p->n = n;
  p->root = hpcc_memory(n * sizeof *p->root);
  for (int j = 0; j < n; j++)
    p->root[j] = (fft_complex){cos(2 * FFT_PI * j / n), -sin(2 * FFT_PI * j / n)};
  for (int part = 0; part < 2; part++) {
    p->line[part] = hpcc_memory(bytes);
    p->room[part] = hpcc_memory(bytes);
  }
}

/* Point i of a line of the batch. */
static inline void fft_set(struct fft_plan *p, int i, int line, fft_complex value) {
  p->line[0][(size_t)i * FFT_BATCH + line] = value.re;
  p->line[1][(size_t)i * FFT_BATCH + line] = value.im;
}

static inline fft_complex fft_get(const struct fft_plan *p, int i, int line) {
  return (fft_complex){p->line[0][(size_t)i * FFT_BATCH + line],
                       p->line[1][(size_t)i * FFT_BATCH + line]};
}

/* One butterfly of radix 4 on `run` neighbouring numbers of each quarter; quarters are `quarter`
 * apart. */
static inline void fft_butterfly(double *restrict to_re, double *restrict to_im,
                                 const double *restrict re, const double *restrict im,
                                 size_t quarter, int run, int sign, fft_complex w1, fft_complex w2,
                                 fft_complex w3) {
  for (int i = 0; i < run; i++) {
    double ar = re[i], br = re[quarter + i], cr = re[2 * quarter + i], dr = re[3 * quarter + i];
    double ai = im[i], bi = im[quarter + i], ci = im[2 * quarter + i], di = im[3 * quarter + i];
    double sr = ar + cr, si = ai + ci, tr = ar - cr, ti = ai - ci;
    double ur = br + dr, ui = bi + di, vr = sign * (bi - di),
           vi = sign * (dr - br); /* v = -sign i (b - d) */
    double xr = tr - vr, xi = ti - vi, yr = sr - ur, yi = si - ui, zr = tr + vr, zi = ti + vi;
    to_re[i] = sr + ur;
    to_im[i] = si + ui;
    to_re[run + i] = w1.re * xr - w1.im * xi;
    to_im[run + i] = w1.re * xi + w1.im * xr;
    to_re[2 * run + i] = w2.re * yr - w2.im * yi;
    to_im[2 * run + i] = w2.re * yi + w2.im * yr;
    to_re[3 * run + i] = w3.re * zr - w3.im * zi;
    to_im[3 * run + i] = w3.re * zi + w3.im * zr;
  }
}

static inline fft_complex fft_root(const struct fft_plan *p, size_t j, int sign) {
  fft_complex w = p->root[j];
  return (fft_complex){w.re, -sign * w.im};
}

static inline void fft_swap(struct fft_plan *p) {
  for (int part = 0; part < 2; part++) {
    double *line = p->line[part];
    p->line[part] = p->room[part];
    p->room[part] = line;
  }
}

/* Transforms the batch without scaling; `sign` is that of the exponent. */
static inline void fft_transform(struct fft_plan *p, int sign) {
  int left = p->n, run = FFT_BATCH;
  for (; left >= 4; left /= 4, run *= 4) {
    size_t quarter = (size_t)(left / 4) * run, step = p->n / left;
    for (int j = 0; j < left / 4; j++) {
      size_t from = (size_t)j * run, to = 4 * from;
      fft_butterfly(p->room[0] + to, p->room[1] + to, p->line[0] + from, p->line[1] + from, quarter,
                    run, sign, fft_root(p, j * step, sign), fft_root(p, 2 * j * step, sign),
                    fft_root(p, 3 * j * step, sign));
    }
    fft_swap(p);
  }
  if (left == 2) {
    for (int part = 0; part < 2; part++) {
      const double *restrict x = p->line[part];
      double *restrict y = p->room[part];
      for (int i = 0; i < run; i++) {
        y[i] = x[i] + x[run + i];
        y[run + i] = x[i] - x[run + i];
      }
    }
    fft_swap(p);
  }
}

#endif

#endif
