/* NPB CG: each thread has a block of rows and of every vector. A collective gathers the vector to
 * multiply on all threads. */
#include <upc_relaxed.h>

#include "cg.h"
#include "parts.h"

#define BLOCK ((CG_N + THREADS - 1) / THREADS) /* rows of a thread; the last ones have fewer */

static shared void *gathered; /* double[THREADS * BLOCK] in each thread */
static shared void *source;   /* double[BLOCK]: the thread's part of the gathered vector */
static int rows;              /* the thread's own */

/* y = matrix * x; `source` has each thread's part of x. */
static void multiply(const struct cg_rows *a, double *restrict y) {
  upc_all_gather_all(gathered, source, BLOCK * sizeof(double), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  const double *restrict x = npb_own(gathered);
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (long k = a->start[i]; k < a->start[i + 1]; k++)
      sum += a->value[k] * x[a->column[k]];
    y[i] = sum;
  }
}

static double dot(const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < rows; i++)
    sum += x[i] * y[i];
  return npb_sum(sum);
}

/* Private vectors of a thread. */
struct state {
  double *x, *z, *q, *r;
  double *p; /* in `source` */
};

/* Solves matrix * z = x approximately. */
static void solve(const struct cg_rows *a, struct state *s) {
  double *restrict z = s->z, *restrict q = s->q, *restrict r = s->r, *restrict p = s->p;
  for (int i = 0; i < rows; i++) {
    z[i] = q[i] = 0;
    r[i] = p[i] = s->x[i];
  }
  double rho = dot(r, r);
  for (int step = 0; step < CG_STEPS; step++) {
    multiply(a, q);
    double alpha = rho / dot(p, q), before = rho;
    for (int i = 0; i < rows; i++) {
      z[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    rho = dot(r, r);
    for (int i = 0; i < rows; i++)
      p[i] = r[i] + rho / before * p[i];
  }
}

/* One inverse power iteration: the eigenvalue so far. */
static double iterate(const struct cg_rows *a, struct state *s) {
  solve(a, s);
  double xz = dot(s->x, s->z), scale = 1 / sqrt(dot(s->z, s->z));
  for (int i = 0; i < rows; i++)
    s->x[i] = scale * s->z[i];
  return CG_SHIFT + 1 / xz;
}

static void set_to_one(double *x) {
  for (int i = 0; i < rows; i++)
    x[i] = 1;
}

int main(void) {
  gathered = npb_parts((size_t)THREADS * BLOCK * sizeof(double));
  source = npb_parts(BLOCK * sizeof(double));
  int first = BLOCK * MYTHREAD;
  rows = first >= CG_N ? 0 : CG_N - first < BLOCK ? CG_N - first : BLOCK;
  struct cg_rows a = cg_make_rows(first, 1, rows);
  double *memory = cg_allocate(4 * (size_t)BLOCK, sizeof(double));
  struct state s = {memory, memory + BLOCK, memory + 2 * BLOCK, memory + 3 * BLOCK,
                    npb_own(source)};
  set_to_one(s.x);
  iterate(&a, &s); /* untimed */
  set_to_one(s.x);
  upc_barrier;
  double start = npb_seconds(), zeta = 0;
  for (int i = 0; i < CG_ITERATIONS; i++)
    zeta = iterate(&a, &s);
  upc_barrier;
  return MYTHREAD == 0 ? cg_end(npb_seconds() - start, zeta, THREADS) : 0;
}
