/* SPDX-License-Identifier: Apache-2.0 */
/* NPB CG in C with MPI: the rows, vectors and steps of cg.upc; the vector of a step by
 * MPI_Allgather. */
#include "cg.h"
#include "mpi_parts.h"

static int block, rows; /* rows of a rank; the last ones have fewer */
static double *gathered;

struct state {
  double *x, *z, *q, *r, *p;
};

static void multiply(const struct cg_rows *a, const double *own, double *restrict y) {
  MPI_Allgather(own, block, MPI_DOUBLE, gathered, block, MPI_DOUBLE, MPI_COMM_WORLD);
  const double *restrict x = gathered;
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

/* Solves matrix * z = x approximately. */
static void solve(const struct cg_rows *a, struct state *s) {
  double *restrict z = s->z, *restrict q = s->q, *restrict r = s->r, *restrict p = s->p;
  for (int i = 0; i < rows; i++) {
    z[i] = q[i] = 0;
    r[i] = p[i] = s->x[i];
  }
  double rho = dot(r, r);
  for (int step = 0; step < CG_STEPS; step++) {
    multiply(a, p, q);
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

int main(int argc, char **argv) {
  npb_start(&argc, &argv);
  block = (CG_N + ranks - 1) / ranks;
  int first = block * rank;
  rows = first >= CG_N ? 0 : CG_N - first < block ? CG_N - first : block;
  gathered = npb_memory((size_t)ranks * block * sizeof *gathered);
  struct cg_rows a = cg_make_rows(first, 1, rows);
  double *memory = npb_memory(5 * (size_t)block * sizeof *memory);
  struct state s = {memory, memory + block, memory + 2 * block, memory + 3 * block,
                    memory + 4 * block};
  set_to_one(s.x);
  iterate(&a, &s); /* untimed */
  set_to_one(s.x);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = npb_seconds(), zeta = 0;
  for (int i = 0; i < CG_ITERATIONS; i++)
    zeta = iterate(&a, &s);
  MPI_Barrier(MPI_COMM_WORLD);
  return npb_finish(rank == 0 ? cg_end(npb_seconds() - start, zeta, ranks) : 0);
}
