/* HPL in UPC: solves a dense system by LU factorisation with partial pivoting and checks the
 * residual by HPL's rule (J. Dongarra, P. Luszczek, A. Petitet, The LINPACK Benchmark: past,
 * present and future).
 *
 * Blocks of NB columns go round the threads; the right-hand side is a column after the last. The
 * owner of a block factors it and publishes it, and each thread gets it with one upc_memget. The
 * owner of the next block updates that one first and publishes it while the others update
 * (look-ahead of one block).
 *
 *   upcc -O3 hpl.upc -o hpl; upcrun -n 2 -shared-heap 256M ./hpl [N [NB]] */
#include <upc_relaxed.h>

#include "blas.h"
#include "hpcc.h"

#define NARROW 8 /* columns of a block that are factored one by one */

static int n, nb, blocks; /* order, columns of a block, blocks of the matrix */
static double *own;       /* the thread's columns, each n long, block by block */
static double *panel;     /* a factored block: pivots, then rows from the diagonal on, by columns */
static shared void *published[2], *right_side, *sums, *solution;

/* The element of the matrix, -0.5 to 0.5; column n is the right-hand side. */
static double element(int row, int column) {
  uint64_t i = (uint64_t)row * (uint64_t)(n + 1) + (uint64_t)column + 1;
  i *= UINT64_C(0x9e3779b97f4a7c15);
  i = (i ^ (i >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  i = (i ^ (i >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (double)((i ^ (i >> 31)) >> 11) * 0x1p-53 - 0.5;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Columns of a block; block `blocks` has the right-hand side alone. */
static int width(int block) { return block == blocks ? 1 : least(nb, n - block * nb); }

/* The first column of an own block, in private memory. */
static double *columns(int block) { return own + (size_t)(block / THREADS) * nb * n; }

static void make_matrix(void) {
  for (int b = MYTHREAD; b <= blocks; b += THREADS) {
    double *a = columns(b);
    int first = b == blocks ? n : b * nb;
    for (int j = 0; j < width(b); j++)
      for (int i = 0; i < n; i++)
        a[(size_t)j * n + i] = element(i, first + j);
  }
}

/* Rows of a block's panel, elements of it with the pivots. */
static int panel_rows(int block) { return n - block * nb; }
static size_t panel_elements(int block) { return nb + (size_t)panel_rows(block) * width(block); }

/* Exchanges rows first + i and pivots[i] of `count` columns, for each i below `some` in turn. */
static void swap_rows(double *a, int count, int first, int some, const double *pivots) {
  for (int c = 0; c < count; c++, a += n)
    for (int i = 0; i < some; i++) {
      double kept = a[first + i];
      a[first + i] = a[(int)pivots[i]];
      a[(int)pivots[i]] = kept;
    }
}

/* The row of the largest element of a column at or below the diagonal. */
static int find_pivot(const double *column, int diagonal) {
  int pivot = diagonal;
  for (int i = diagonal + 1; i < n; i++)
    if (fabs(column[i]) > fabs(column[pivot]))
      pivot = i;
  return pivot;
}

/* Factors columns from to to - 1 of a block, one by one. */
static void factor_narrow(double *a, int block, int from, int to, double *pivots) {
  for (int j = from; j < to; j++) {
    double *restrict left = a + (size_t)j * n;
    int row = block * nb + j;
    pivots[j] = find_pivot(left, row);
    swap_rows(a, width(block), row, 1, &pivots[j]);
    double scale = 1 / left[row];
    for (int i = row + 1; i < n; i++)
      left[i] *= scale;
    for (int k = j + 1; k < to; k++) {
      double *restrict c = a + (size_t)k * n, factor = c[row];
      for (int i = row + 1; i < n; i++)
        c[i] -= factor * left[i];
    }
  }
}

/* The same by halves, of which the left one is applied to the right one. */
static void factor_columns(double *a, int block, int from, int to, double *pivots) {
  if (to - from <= NARROW) {
    factor_narrow(a, block, from, to, pivots);
    return;
  }
  int middle = (from + to) / 2, top = block * nb + from, below = block * nb + middle;
  double *left = a + (size_t)from * n, *right = a + (size_t)middle * n;
  factor_columns(a, block, from, middle, pivots);
  blas_solve(middle - from, to - middle, left + top, n, right + top, n);
  blas_subtract_product(n - below, to - middle, middle - from, left + below, n, right + top, n,
                        right + below, n);
  factor_columns(a, block, middle, to, pivots);
}

/* Factors an own block, all earlier ones being applied to it, and publishes it. */
static void factor(int block) {
  double *a = columns(block), pivots[nb], *to = npb_own(published[block % 2]);
  int first = block * nb, count = width(block);
  factor_columns(a, block, 0, count, pivots);
  memcpy(to, pivots, count * sizeof *to);
  for (int j = 0; j < count; j++)
    memcpy(to + nb + (size_t)j * panel_rows(block), a + (size_t)j * n + first,
           panel_rows(block) * sizeof *to);
}

static void get_panel(int block) {
  upc_memget(panel, npb_part(published[block % 2], block % THREADS),
             panel_elements(block) * sizeof *panel);
}

/* Applies the panel of a block to `some` own columns from those of block `later` on. */
static void update(int later, int some, int block) {
  double *a = columns(later);
  const double *low = panel + nb;
  int first = block * nb, count = width(block), rows = panel_rows(block);
  swap_rows(a, some, first, count, panel);
  blas_solve(count, some, low, rows, a + first, n);
  blas_subtract_product(rows - count, some, count, low + count, rows, a + first, n,
                        a + first + count, n);
}

/* Applies it to all own blocks from `from` on, which lie one after the other, and to the right-hand
 * side. */
static void update_from(int from, int block) {
  int some = 0, later = from + (MYTHREAD - from % THREADS + THREADS) % THREADS;
  for (int i = later; i < blocks; i += THREADS)
    some += width(i);
  if (some > 0)
    update(later, some, block);
  if (blocks % THREADS == MYTHREAD)
    update(blocks, 1, block);
}

/* Collective: the factorisation, and the lower triangle's solution in the last column. A panel's
 * buffer is written again two blocks later, after a barrier that every reader has passed. */
static void factorise(void) {
  if (MYTHREAD == 0)
    factor(0);
  upc_barrier;
  for (int b = 0; b < blocks; b++) {
    bool ahead = b + 1 < blocks && (b + 1) % THREADS == MYTHREAD;
    get_panel(b);
    if (ahead) {
      update(b + 1, width(b + 1), b);
      factor(b + 1);
    }
    upc_notify;
    update_from(ahead ? b + 2 : b + 1, b);
    upc_wait;
  }
}

/* What all threads have found of a block's unknowns times its columns, taken from the right-hand
 * side. */
static void gather_rows(int block, double *y) {
  size_t bytes = width(block) * sizeof *y;
  double part[nb];
  upc_memget(y, (shared[] double *)npb_part(right_side, blocks % THREADS) + block * nb, bytes);
  for (int t = 0; t < THREADS; t++) {
    upc_memget(part, (shared[] double *)npb_part(sums, t) + block * nb, bytes);
    for (int i = 0; i < width(block); i++)
      y[i] -= part[i];
  }
}

/* The unknowns of an own block, put into each thread's solution. */
static void solve_block(int block) {
  double y[nb], *sum = npb_own(sums);
  const double *a = columns(block);
  int first = block * nb;
  gather_rows(block, y);
  for (int j = width(block) - 1; j >= 0; j--) {
    const double *c = a + (size_t)j * n;
    y[j] /= c[first + j];
    for (int i = 0; i < j; i++)
      y[i] -= c[first + i] * y[j];
    for (int i = 0; i < first; i++)
      sum[i] += c[i] * y[j];
  }
  for (int t = 0; t < THREADS; t++)
    upc_memput((shared[] double *)npb_part(solution, t) + first, y, width(block) * sizeof *y);
}

/* Collective: solves the upper triangle, from the last block up. */
static void substitute(void) {
  memset(npb_own(sums), 0, n * sizeof(double));
  if (blocks % THREADS == MYTHREAD)
    memcpy(npb_own(right_side), columns(blocks), n * sizeof(double));
  upc_barrier;
  for (int b = blocks - 1; b >= 0; b--) {
    if (b % THREADS == MYTHREAD)
      solve_block(b);
    upc_barrier;
  }
}

/* Collective: HPL's scaled residual of the solution. */
static double residual(void) {
  const double *x = npb_own(solution);
  double error = 0, matrix = 0, right = 0, unknown = 0;
  for (int i = MYTHREAD; i < n; i += THREADS) {
    double sum = 0, row = 0, b = element(i, n);
    for (int j = 0; j < n; j++) {
      double a = element(i, j);
      sum += a * x[j];
      row += fabs(a);
    }
    error = hpcc_larger(error, fabs(b - sum));
    matrix = hpcc_larger(matrix, row);
    right = hpcc_larger(right, fabs(b));
    unknown = hpcc_larger(unknown, fabs(x[i]));
  }
  error = hpcc_largest(error);
  return error /
         (HPCC_EPSILON * (hpcc_largest(matrix) * hpcc_largest(unknown) + hpcc_largest(right)) * n);
}

/* Collective: memory for all. Ends the job without it. */
static void make(void) {
  size_t panels = (size_t)nb + (size_t)n * nb;
  blocks = (n + nb - 1) / nb;
  published[0] = npb_parts(panels * sizeof(double));
  published[1] = npb_parts(panels * sizeof(double));
  right_side = npb_parts(n * sizeof(double));
  sums = npb_parts(n * sizeof(double));
  solution = npb_parts(n * sizeof(double));
  own = malloc((size_t)(blocks / THREADS + 1) * nb * n * sizeof *own);
  panel = malloc(panels * sizeof *panel);
  if (own == NULL || panel == NULL) {
    fprintf(stderr, "no memory for the matrix of order %d\n", n);
    upc_global_exit(2);
  }
}

static int report(double seconds, double scaled) {
  double operations = (2.0 / 3 * n + 1.5) * n * n;
  printf("T/V                N    NB     P     Q               Time                 Gflops\n");
  printf("WC01C     %10d %5d     1 %5d %18.2f %22.4e\n", n, nb, THREADS, seconds,
         operations / seconds * 1e-9);
  printf("||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)= %18.8e ...... %s\n", scaled,
         scaled < HPCC_LIMIT ? "PASSED" : "FAILED");
  hpcc_summary("Begin");
  printf("HPL_N=%d\nHPL_NB=%d\n", n, nb);
  hpcc_value("HPL_Tflops", operations / seconds * 1e-12);
  hpcc_value("HPL_time", seconds);
  hpcc_summary("End");
  return scaled < HPCC_LIMIT ? 0 : 1;
}

int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 500;
  nb = argc > 2 ? atoi(argv[2]) : 64;
  if (n < 1 || nb < 1 || nb > 1024) {
    if (MYTHREAD == 0)
      fprintf(stderr, "usage: hpl [N [NB]]; N from 1, NB from 1 to 1024\n");
    return 2;
  }
  blas_start();
  make();
  make_matrix();
  upc_barrier;
  double start = npb_seconds();
  factorise();
  substitute();
  double seconds = npb_seconds() - start, scaled = residual();
  return MYTHREAD == 0 ? report(seconds, scaled) : 0;
}
