/* SPDX-License-Identifier: Apache-2.0 */
/* CG (RNR-94-007, section 2.4.3): the smallest eigenvalue of a sparse symmetric matrix by inverse
 * power iterations, each with 25 unpreconditioned steps of conjugate gradients. */
#ifndef NPB_CG_H
#define NPB_CG_H

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "report.h"
#include "timer.h"

#define CG_STEPS 25
#define CG_CONDITION 0.1

#if NPB_CLASS == NPB_CLASS_S
#define CG_N 1400
#define CG_NONZEROS 7 /* of a random vector */
#define CG_ITERATIONS 15
#define CG_SHIFT 10.0
#define CG_ZETA 8.5971775078648
#elif NPB_CLASS == NPB_CLASS_W
#define CG_N 7000
#define CG_NONZEROS 8
#define CG_ITERATIONS 15
#define CG_SHIFT 12.0
#define CG_ZETA 10.362595087124
#elif NPB_CLASS == NPB_CLASS_A
#define CG_N 14000
#define CG_NONZEROS 11
#define CG_ITERATIONS 15
#define CG_SHIFT 20.0
#define CG_ZETA 17.130235054029
#else
#define CG_N 75000
#define CG_NONZEROS 13
#define CG_ITERATIONS 75
#define CG_SHIFT 60.0
#define CG_ZETA 22.712745482631
#endif

/* Rows of the matrix: row i has the elements start[i] to start[i + 1] - 1. */
struct cg_rows {
  int n;
  long *start;
  int *column;
  double *value;
};

/* A random sparse vector: its last element is the one on the diagonal. */
struct cg_vector {
  int n;
  int index[CG_NONZEROS + 1];
  double value[CG_NONZEROS + 1];
};

static inline void *cg_allocate(size_t n, size_t size) {
  void *p = calloc(n, size);
  if (p == NULL) {
    fprintf(stderr, "no memory for %zu bytes\n", n * size);
    exit(2);
  }
  return p;
}

/* The random vector of row `diagonal`, with 0.5 there. */
static inline void cg_make_vector(struct cg_vector *v, int diagonal, uint64_t *seed) {
  int range = 1;
  while (range < CG_N)
    range *= 2;
  v->n = 0;
  while (v->n < CG_NONZEROS) {
    double value = npb_random(seed);
    int index = (int)(range * npb_random(seed)), i = 0;
    while (i < v->n && v->index[i] != index)
      i++;
    if (index >= CG_N || i < v->n)
      continue;
    v->index[v->n] = index;
    v->value[v->n++] = value;
  }
  int i = 0;
  while (i < v->n && v->index[i] != diagonal)
    i++;
  v->index[i] = diagonal;
  v->value[i] = 0.5;
  v->n += i == v->n;
}

/* The index of a row among the n rows first, first + step, ...; -1 if it is none of them. */
static inline long cg_local(int row, int first, int step, int n) {
  return row >= first && (row - first) % step == 0 && (row - first) / step < n
             ? (row - first) / step
             : -1;
}

/* Sorts a row by columns and adds up the elements of each column; returns the number of columns. */
static inline int cg_combine(int *column, double *value, int n) {
  for (int i = 1; i < n; i++) { /* stable: sums are the same in every form */
    int c = column[i], j = i;
    double v = value[i];
    for (; j > 0 && column[j - 1] > c; j--) {
      column[j] = column[j - 1];
      value[j] = value[j - 1];
    }
    column[j] = c;
    value[j] = v;
  }
  int kept = 0;
  for (int i = 0; i < n; i++)
    if (kept > 0 && column[kept - 1] == column[i])
      value[kept - 1] += value[i];
    else {
      column[kept] = column[i];
      value[kept++] = value[i];
    }
  return kept;
}

/* Empty rows first, first + step, ..., n in all, with room for the products of all vectors. */
static inline struct cg_rows cg_empty_rows(const struct cg_vector *vector, int first, int step,
                                           int n) {
  struct cg_rows rows = {n, cg_allocate(n + 1, sizeof(long)), NULL, NULL};
  for (int i = 0; i < CG_N; i++)
    for (int a = 0; a < vector[i].n; a++) {
      long row = cg_local(vector[i].index[a], first, step, n);
      if (row >= 0)
        rows.start[row + 1] += vector[i].n;
    }
  for (int row = 0; row < n; row++)
    rows.start[row + 1] += rows.start[row];
  rows.column = cg_allocate(rows.start[n] + 1, sizeof(int));
  rows.value = cg_allocate(rows.start[n] + 1, sizeof(double));
  return rows;
}

/* Adds the outer product of vector i with itself, times `size`, and the shift of the diagonal.
 * count[row]: elements of the row so far. */
static inline void cg_add_product(struct cg_rows *rows, int *count, const struct cg_vector *v,
                                  int i, double size, int first, int step) {
  for (int a = 0; a < v->n; a++) {
    long row = cg_local(v->index[a], first, step, rows->n);
    for (int b = 0; b < v->n && row >= 0; b++) {
      long at = rows->start[row] + count[row]++;
      rows->column[at] = v->index[b];
      rows->value[at] = size * v->value[a] * v->value[b];
      if (v->index[a] == i && v->index[b] == i)
        rows->value[at] += CG_CONDITION - CG_SHIFT;
    }
  }
}

/* Adds up the elements of a row that are in one column, and closes the gaps between rows. */
static inline void cg_combine_rows(struct cg_rows *rows, const int *count) {
  long kept = 0;
  for (int row = 0; row < rows->n; row++) {
    long from = rows->start[row];
    int left = cg_combine(rows->column + from, rows->value + from, count[row]);
    memmove(rows->column + kept, rows->column + from, left * sizeof(int));
    memmove(rows->value + kept, rows->value + from, left * sizeof(double));
    rows->start[row] = kept;
    kept += left;
  }
  rows->start[rows->n] = kept;
}

/* Makes n rows of the matrix: first, first + step, ... The matrix is a weighted sum of the outer
 * products of all random vectors with themselves; every caller generates all vectors. */
static inline struct cg_rows cg_make_rows(int first, int step, int n) {
  struct cg_vector *vector = cg_allocate(CG_N, sizeof *vector);
  uint64_t seed = NPB_SEED;
  npb_random(&seed);
  for (int i = 0; i < CG_N; i++)
    cg_make_vector(&vector[i], i, &seed);
  struct cg_rows rows = cg_empty_rows(vector, first, step, n);
  int *count = cg_allocate(n + 1, sizeof(int));
  double size = 1, ratio = pow(CG_CONDITION, 1.0 / CG_N);
  for (int i = 0; i < CG_N; i++, size *= ratio)
    cg_add_product(&rows, count, &vector[i], i, size, first, step);
  cg_combine_rows(&rows, count);
  free(count);
  free(vector);
  return rows;
}

/* Prints the report; the status for main. */
static inline int cg_end(double seconds, double zeta, int threads) {
  bool right = npb_close("zeta", zeta, CG_ZETA, 1e-10);
  const double nonzeros = CG_NONZEROS * (CG_NONZEROS + 1.0);
  double operations = 2.0 * CG_ITERATIONS * CG_N * (3 + nonzeros + CG_STEPS * (5 + nonzeros) + 3);
  char size[32];
  snprintf(size, sizeof size, "%d", CG_N);
  return npb_report(
      &(struct npb_result){"CG", size, CG_ITERATIONS, seconds, operations, "floating point", right},
      threads);
}

#endif
