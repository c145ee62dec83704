/* SPDX-License-Identifier: Apache-2.0 */
/* FT (RNR-94-007, section 2.4.4): the heat equation on a periodic box, solved by Fourier transforms
 * in three dimensions. */
#ifndef NPB_FT_H
#define NPB_FT_H

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "report.h"
#include "timer.h"

#if NPB_CLASS == NPB_CLASS_S
#define FT_NX 64
#define FT_NY 64
#define FT_NZ 64
#define FT_ITERATIONS 6
#elif NPB_CLASS == NPB_CLASS_W
#define FT_NX 128
#define FT_NY 128
#define FT_NZ 32
#define FT_ITERATIONS 6
#elif NPB_CLASS == NPB_CLASS_A
#define FT_NX 256
#define FT_NY 256
#define FT_NZ 128
#define FT_ITERATIONS 6
#else
#define FT_NX 512
#define FT_NY 256
#define FT_NZ 256
#define FT_ITERATIONS 20
#endif
#define FT_LONGEST 512
#define FT_POINTS ((double)FT_NX * FT_NY * FT_NZ)
#define FT_CHECKS 1024 /* points that a checksum adds up */
#define FT_DIFFUSION 1e-6
#define FT_PI 3.14159265358979323846

/* Of a function that is neither inline nor specialised for constant arguments. */
#ifdef __clang__
#define FT_ALONE __attribute__((noinline))
#else
#define FT_ALONE __attribute__((noinline, noclone))
#endif

typedef struct {
  double re, im;
} ft_complex;

static ft_complex ft_root[FT_LONGEST / 2]; /* exp(2 pi i j / FT_LONGEST) */

static inline void ft_make_roots(void) {
  for (int j = 0; j < FT_LONGEST / 2; j++)
    ft_root[j] = (ft_complex){cos(2 * FT_PI * j / FT_LONGEST), sin(2 * FT_PI * j / FT_LONGEST)};
}

/* One factor's butterflies of a pass: sums of p and q, and their differences times re + i im. */
static inline void ft_butterflies(ft_complex *restrict sum, ft_complex *restrict product,
                                  const ft_complex *restrict p, const ft_complex *restrict q,
                                  int run, double re, double im) {
  for (int i = 0; i < run; i++) {
    double dr = p[i].re - q[i].re, di = p[i].im - q[i].im;
    sum[i].re = p[i].re + q[i].re;
    sum[i].im = p[i].im + q[i].im;
    product[i].re = re * dr - im * di;
    product[i].im = re * di + im * dr;
  }
}

/* Transforms `batch` lines of n points (a power of two), a[point][line], without scaling; `sign` is
 * that of the exponent. b is as large as a; returns the one that has the result. Stockham's
 * algorithm: each of the log n passes stores the points in the order in which the next one reads
 * them. Neither inline nor specialised: all forms execute the same machine code, and GCC's copies
 * for a constant n execute more of it. */
FT_ALONE static ft_complex *ft_lines(ft_complex *a, ft_complex *b, int n, int batch, int sign) {
  for (int half = n / 2, run = batch; half > 0; half /= 2, run *= 2) {
    for (int j = 0; j < half; j++) {
      ft_complex w = ft_root[j * (FT_LONGEST / 2 / half)];
      const ft_complex *p = a + (size_t)j * run;
      ft_complex *sum = b + 2 * (size_t)j * run;
      ft_butterflies(sum, sum + run, p, p + (size_t)half * run, run, w.re, sign * w.im);
    }
    ft_complex *t = a;
    a = b;
    b = t;
  }
  return a;
}

/* Fills plane z of the initial state, [FT_NY][FT_NX]. */
static inline void ft_make_plane(ft_complex *plane, int z) {
  uint64_t seed = npb_jump(NPB_SEED, 2 * (uint64_t)z * FT_NY * FT_NX);
  for (int i = 0; i < FT_NY * FT_NX; i++) {
    plane[i].re = npb_random(&seed);
    plane[i].im = npb_random(&seed);
  }
}

/* A time step multiplies the transformed state by the product of these factors of the three
 * indices; n is the length of the dimension. */
static inline double ft_factor(int index, int n) {
  double k = index < n / 2 ? index : index - n;
  return exp(-4 * FT_DIFFUSION * FT_PI * FT_PI * k * k);
}

/* The published checksum of an iteration, counted from 0. */
static inline ft_complex ft_published(int iteration) {
#if NPB_CLASS == NPB_CLASS_S
  static const ft_complex sums[FT_ITERATIONS] = {
      {5.546087004964e+02, 4.845363331978e+02}, {5.546385409189e+02, 4.865304269511e+02},
      {5.546148406171e+02, 4.883910722336e+02}, {5.545423607415e+02, 4.901273169046e+02},
      {5.544255039624e+02, 4.917475857993e+02}, {5.542683411902e+02, 4.932597244941e+02}};
#elif NPB_CLASS == NPB_CLASS_W
  static const ft_complex sums[FT_ITERATIONS] = {
      {5.673612178944e+02, 5.293246849175e+02}, {5.631436885271e+02, 5.282149986629e+02},
      {5.594024089970e+02, 5.270996558037e+02}, {5.560698047020e+02, 5.260027904925e+02},
      {5.530898991250e+02, 5.249400845633e+02}, {5.504159734538e+02, 5.239212247086e+02}};
#elif NPB_CLASS == NPB_CLASS_A
  static const ft_complex sums[FT_ITERATIONS] = {
      {5.046735008193e+02, 5.114047905510e+02}, {5.059412319734e+02, 5.098809666433e+02},
      {5.069376896287e+02, 5.098144042213e+02}, {5.077892868474e+02, 5.101336130759e+02},
      {5.085233095391e+02, 5.104914655194e+02}, {5.091487099959e+02, 5.107917842803e+02}};
#else
  static const ft_complex sums[FT_ITERATIONS] = {
      {5.177643571579e+02, 5.077803458597e+02}, {5.154521291263e+02, 5.088249431599e+02},
      {5.146409228649e+02, 5.096208912659e+02}, {5.142378756213e+02, 5.101023387619e+02},
      {5.139626667737e+02, 5.103976610617e+02}, {5.137423460082e+02, 5.105948019802e+02},
      {5.135547056878e+02, 5.107404165783e+02}, {5.133910925466e+02, 5.108576573661e+02},
      {5.132470705390e+02, 5.109577278523e+02}, {5.131197729984e+02, 5.110460304483e+02},
      {5.130070319283e+02, 5.111252433800e+02}, {5.129070537032e+02, 5.111968077718e+02},
      {5.128182883502e+02, 5.112616233064e+02}, {5.127393733383e+02, 5.113203605551e+02},
      {5.126691062020e+02, 5.113735928093e+02}, {5.126064276004e+02, 5.114218460548e+02},
      {5.125504076570e+02, 5.114656139760e+02}, {5.125002331720e+02, 5.115053595966e+02},
      {5.124551951846e+02, 5.115415130407e+02}, {5.124146770029e+02, 5.115744692211e+02}};
#endif
  return sums[iteration];
}

/* Prints the report; the status for main. sums[i] is the checksum of iteration i, not yet divided
 * by the number of points. */
static inline int ft_end(double seconds, const ft_complex *sums, int threads) {
  bool right = true;
  for (int i = 0; i < FT_ITERATIONS; i++) {
    ft_complex published = ft_published(i);
    double re = sums[i].re / FT_POINTS, im = sums[i].im / FT_POINTS;
    double error = hypot(re - published.re, im - published.im) / hypot(published.re, published.im);
    bool close = error <= 1e-12;
    printf(" T = %4d     checksum = %22.12e %22.12e%s\n", i + 1, re, im, close ? "" : " DIFFERS");
    right = right && close;
  }
  double n = log(FT_POINTS);
  double operations = FT_POINTS * (14.8157 + 7.19641 * n + (5.23518 + 7.21113 * n) * FT_ITERATIONS);
  char size[32];
  snprintf(size, sizeof size, "%dx%4dx%4d", FT_NX, FT_NY, FT_NZ);
  return npb_report(
      &(struct npb_result){"FT", size, FT_ITERATIONS, seconds, operations, "floating point", right},
      threads);
}

#endif
