/* HPL in UPC: solves a dense system by LU factorisation with partial pivoting and checks the residual by
 * HPL's rule (J. Dongarra, P. Luszczek, A. Petitet, The LINPACK Benchmark: past, present and future).
 *
 * Blocks of NB columns go round the threads; the right-hand side is a column after the last. The owner of
 * a block factors it and publishes it, and each thread gets it with one upc_memget. The owner of the next
 * block updates that one first and publishes it while the others update (look-ahead of one block).
 *
 *   upcc -O3 hpl.upc -o hpl; upcrun -n 2 -shared-heap 256M ./hpl [N [NB]] */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <upc_relaxed.h>

#include "../npb/parts.h"
#include "../npb/timer.h"

#define TILE 8 /* rows of the update's innermost tile */
#define LIMIT 16.0
#define EPSILON 1.1102230246251565e-16 /* half of DBL_EPSILON, as HPL's pdlamch gives */

static int n, nb, blocks; /* order, columns of a block, blocks of the matrix */
static double *own;       /* the thread's columns, each n long, block by block */
static double *panel;     /* a factored block: pivots, then rows from the diagonal on, by columns */
static double *packed;    /* its rows below the diagonal block, [tile][column][TILE] */
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

static void swap_rows(double *a, int count, int i, int j) {
  for (int c = 0; c < count && i != j; c++, a += n) {
    double kept = a[i];
    a[i] = a[j];
    a[j] = kept;
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

/* Factors an own block, all earlier ones being applied to it, and publishes it. */
static void factor(int block) {
  double *a = columns(block), pivots[nb];
  int first = block * nb, count = width(block);
  for (int j = 0; j < count; j++) {
    double *restrict left = a + (size_t)j * n;
    int row = first + j, pivot = find_pivot(left, row);
    pivots[j] = pivot;
    swap_rows(a, count, row, pivot);
    double scale = 1 / left[row];
    for (int i = row + 1; i < n; i++)
      left[i] *= scale;
    for (int k = j + 1; k < count; k++) {
      double *restrict c = a + (size_t)k * n, factor = c[row];
      for (int i = row + 1; i < n; i++)
        c[i] -= factor * left[i];
    }
  }
  double *to = npb_own(published[block % 2]);
  memcpy(to, pivots, count * sizeof *to);
  for (int j = 0; j < count; j++)
    memcpy(to + nb + (size_t)j * panel_rows(block), a + (size_t)j * n + first, panel_rows(block) * sizeof *to);
}

/* Gets the panel of a block and packs the rows below its diagonal block; missing rows of the
 * last tile are 0. */
static void get_panel(int block) {
  int rows = panel_rows(block), count = width(block);
  upc_memget(panel, npb_part(published[block % 2], block % THREADS), panel_elements(block) * sizeof *panel);
  double *to = packed;
  for (int i = count; i < rows; i += TILE)
    for (int j = 0; j < count; j++)
      for (int r = 0; r < TILE; r++)
        *to++ = i + r < rows ? panel[nb + (size_t)j * rows + i + r] : 0;
}

/* Rows of the diagonal block in one column: divides by its unit lower triangle. */
static void divide(double *column, int block) {
  const double *low = panel + nb;
  for (int j = 0; j < width(block); j++, low += panel_rows(block))
    for (int i = j + 1; i < width(block); i++)
      column[i] -= low[i] * column[j];
}

/* c[tile][4 columns] -= a tile of the panel times rows of the diagonal block. */
static inline void update_tile(double *restrict c, const double *restrict tile, const double *restrict top, int count,
                               int rows) {
  double sum[4][TILE] = {{0}};
  for (int k = 0; k < count; k++, tile += TILE)
    for (int j = 0; j < 4; j++)
      for (int r = 0; r < TILE; r++)
        sum[j][r] += tile[r] * top[4 * k + j];
  for (int j = 0; j < 4; j++, c += n)
    for (int r = 0; r < rows; r++)
      c[r] -= sum[j][r];
}

/* Applies the panel of a block to columns of a later one, up to four. */
static void update_columns(double *a, int some, int block) {
  int first = block * nb, count = width(block);
  double top[4 * nb], *last = a + first + count;
  for (int j = 0; j < some; j++)
    divide(a + (size_t)j * n + first, block);
  if (some < 4) { /* at the matrix's right side */
    for (int j = 0; j < some; j++)
      for (int i = count; i < panel_rows(block); i++) {
        double sum = 0;
        const double *tile = packed + (size_t)((i - count) / TILE) * count * TILE + (i - count) % TILE;
        for (int k = 0; k < count; k++)
          sum += tile[(size_t)k * TILE] * a[(size_t)j * n + first + k];
        a[(size_t)j * n + first + i] -= sum;
      }
    return;
  }
  for (int k = 0; k < count; k++)
    for (int j = 0; j < 4; j++)
      top[4 * k + j] = a[(size_t)j * n + first + k];
  const double *tile = packed;
  for (int i = first + count; i < n; i += TILE, last += TILE, tile += (size_t)count * TILE)
    update_tile(last, tile, top, count, least(TILE, n - i));
}

/* Applies the panel of a block to an own later one. */
static void update(int later, int block) {
  double *a = columns(later);
  for (int j = 0; j < width(block); j++)
    swap_rows(a, width(later), block * nb + j, (int)panel[j]);
  for (int j = 0; j < width(later); j += 4)
    update_columns(a + (size_t)j * n, least(4, width(later) - j), block);
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
      update(b + 1, b);
      factor(b + 1);
    }
    upc_notify;
    for (int i = ahead ? b + 2 : b + 1; i <= blocks; i++)
      if (i % THREADS == MYTHREAD)
        update(i, b);
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

/* The larger value; not a number if one is not. */
static double larger(double a, double b) { return isnan(a) || a > b ? a : b; }

/* Collective: the largest of every thread's values; not a number if one is not. */
static double largest(double value) {
  static shared double part[THREADS];
  double result = 0;
  part[MYTHREAD] = value;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    result = larger(result, part[t]);
  upc_barrier;
  return result;
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
    error = larger(error, fabs(b - sum));
    matrix = larger(matrix, row);
    right = larger(right, fabs(b));
    unknown = larger(unknown, fabs(x[i]));
  }
  error = largest(error);
  return error / (EPSILON * (largest(matrix) * largest(unknown) + largest(right)) * n);
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
  packed = malloc((panels + (size_t)TILE * nb) * sizeof *packed);
  if (own == NULL || panel == NULL || packed == NULL) {
    fprintf(stderr, "no memory for the matrix of order %d\n", n);
    upc_global_exit(2);
  }
}

static int report(double seconds, double scaled) {
  double operations = (2.0 / 3 * n + 1.5) * n * n;
  printf("T/V                N    NB     P     Q               Time                 Gflops\n");
  printf("WC01C     %10d %5d     1 %5d %18.2f %22.4e\n", n, nb, THREADS, seconds, operations / seconds * 1e-9);
  printf("||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)= %18.8e ...... %s\n", scaled,
         scaled < LIMIT ? "PASSED" : "FAILED");
  return scaled < LIMIT ? 0 : 1;
}

int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 500;
  nb = argc > 2 ? atoi(argv[2]) : 64;
  if (n < 1 || nb < 1 || nb > 1024) {
    if (MYTHREAD == 0)
      fprintf(stderr, "usage: hpl [N [NB]]; N from 1, NB from 1 to 1024\n");
    return 2;
  }
  make();
  make_matrix();
  upc_barrier;
  double start = npb_seconds();
  factorise();
  substitute();
  double seconds = npb_seconds() - start, scaled = residual();
  return MYTHREAD == 0 ? report(seconds, scaled) : 0;
}
