/* SPDX-License-Identifier: Apache-2.0 */
/* NPB CG in C with OpenMP: the same rows, vectors and steps as cg.upc. */
#include <omp.h>

#include "cg.h"

static struct cg_rows a;
static double *x, *z, *p, *q, *r;
static double rho, pq, xz, zz; /* sums of all threads */

static void multiply(void) {
#pragma omp for
  for (int i = 0; i < CG_N; i++) {
    double sum = 0;
    for (long k = a.start[i]; k < a.start[i + 1]; k++)
      sum += a.value[k] * p[a.column[k]];
    q[i] = sum;
  }
}

/* *sum = u * v over all threads. No thread may use *sum on entry. */
static void dot(const double *u, const double *v, double *sum) {
#pragma omp single
  *sum = 0;
  double own = 0;
#pragma omp for nowait
  for (int i = 0; i < CG_N; i++)
    own += u[i] * v[i];
#pragma omp atomic
  *sum += own;
#pragma omp barrier
}

static void solve(void) {
#pragma omp for
  for (int i = 0; i < CG_N; i++) {
    z[i] = q[i] = 0;
    r[i] = p[i] = x[i];
  }
  dot(r, r, &rho);
  for (int step = 0; step < CG_STEPS; step++) {
    multiply();
    dot(p, q, &pq);
    double before = rho, alpha = before / pq;
#pragma omp for
    for (int i = 0; i < CG_N; i++) {
      z[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    dot(r, r, &rho);
    double beta = rho / before;
#pragma omp for
    for (int i = 0; i < CG_N; i++)
      p[i] = r[i] + beta * p[i];
  }
}

static double iterate(void) {
#pragma omp parallel
  {
    solve();
    dot(x, z, &xz);
    dot(z, z, &zz);
    double scale = 1 / sqrt(zz);
#pragma omp for
    for (int i = 0; i < CG_N; i++)
      x[i] = scale * z[i];
  }
  return CG_SHIFT + 1 / xz;
}

static void set_to_one(void) {
#pragma omp parallel for
  for (int i = 0; i < CG_N; i++)
    x[i] = 1;
}

int main(void) {
  a = cg_make_rows(0, 1, CG_N);
  double **vectors[] = {&x, &z, &p, &q, &r};
  for (int i = 0; i < 5; i++)
    *vectors[i] = cg_allocate(CG_N, sizeof(double));
  set_to_one();
  iterate(); /* untimed */
  set_to_one();
  double start = npb_seconds(), zeta = 0;
  for (int i = 0; i < CG_ITERATIONS; i++)
    zeta = iterate();
  return cg_end(npb_seconds() - start, zeta, omp_get_max_threads());
}
