/* NPB CG as a beginner writes it: vectors in shared arrays, rows dealt in turn, access by
 * subscripts. */
#include <upc_relaxed.h>

#include "cg.h"

static shared double x[CG_N], z[CG_N], q[CG_N], r[CG_N], p[CG_N];
static shared double part[THREADS];
static struct cg_rows a; /* the rows of this thread: MYTHREAD, MYTHREAD + THREADS, ... */

/* The sum of all threads' values. */
static double add_up(double value) {
  double sum = 0;
  part[MYTHREAD] = value;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    sum += part[t];
  upc_barrier;
  return sum;
}

static double dot(shared double *u, shared double *v) {
  double sum = 0;
  upc_forall (int i = 0; i < CG_N; i++; &u[i])
    sum += u[i] * v[i];
  return add_up(sum);
}

static void multiply(void) {
  upc_forall (int i = 0; i < CG_N; i++; &q[i]) {
    int row = i / THREADS;
    double sum = 0;
    for (long k = a.start[row]; k < a.start[row + 1]; k++)
      sum += a.value[k] * p[a.column[k]];
    q[i] = sum;
  }
}

static void solve(void) {
  upc_forall (int i = 0; i < CG_N; i++; &x[i]) {
    z[i] = 0;
    r[i] = x[i];
    p[i] = x[i];
  }
  double rho = dot(r, r);
  for (int step = 0; step < CG_STEPS; step++) {
    multiply();
    double alpha = rho / dot(p, q), before = rho;
    upc_forall (int i = 0; i < CG_N; i++; &z[i]) {
      z[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    rho = dot(r, r);
    upc_forall (int i = 0; i < CG_N; i++; &p[i])
      p[i] = r[i] + rho / before * p[i];
    upc_barrier;
  }
}

static double iterate(void) {
  solve();
  double xz = dot(x, z), scale = 1 / sqrt(dot(z, z));
  upc_forall (int i = 0; i < CG_N; i++; &x[i])
    x[i] = scale * z[i];
  return CG_SHIFT + 1 / xz;
}

static void set_to_one(void) {
  upc_forall (int i = 0; i < CG_N; i++; &x[i])
    x[i] = 1;
}

int main(void) {
  a = cg_make_rows(MYTHREAD, THREADS, (CG_N - MYTHREAD + THREADS - 1) / THREADS);
  set_to_one();
  iterate(); /* untimed */
  set_to_one();
  upc_barrier;
  double start = npb_seconds(), zeta = 0;
  for (int i = 0; i < CG_ITERATIONS; i++)
    zeta = iterate();
  upc_barrier;
  return MYTHREAD == 0 ? cg_end(npb_seconds() - start, zeta, THREADS) : 0;
}
