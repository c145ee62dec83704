/* SPDX-License-Identifier: Apache-2.0 */
/* The two operations of BLAS that HPL needs, on column-major matrices: a library's with
 * -DHPCC_BLAS, else in plain C. */
#ifndef HPCC_BLAS_H
#define HPCC_BLAS_H

#include <stdio.h>
#include <stdlib.h>

#ifdef HPCC_BLAS
#include <cblas.h>

/* Functions that OpenBLAS and BLIS have beyond cblas.h. */
extern void openblas_set_num_threads(int) __attribute__((weak));
extern char *openblas_get_config(void) __attribute__((weak));
extern char *bli_info_get_version_str(void) __attribute__((weak));

/* OpenBLAS would use all processors in each UPC thread. BLIS uses one unless BLIS_NUM_THREADS is
 * set. */
static inline void blas_start(void) {
  if (openblas_set_num_threads)
    openblas_set_num_threads(1);
}

/* The name of the library, with its version if it has a function for that. */
static inline void blas_print_name(void) {
  if (openblas_get_config)
    printf("BLAS: %s\n", openblas_get_config());
  else if (bli_info_get_version_str)
    printf("BLAS: BLIS %s\n", bli_info_get_version_str());
  else
    printf("BLAS: another library with cblas.h\n");
}

/* Solves l x = b, x in place of b; l is a unit lower triangle of order m, b is m x n. ldl and ldb
 * are leading dimensions. */
static inline void blas_solve(int m, int n, const double *l, int ldl, double *b, int ldb) {
  if (m > 0 && n > 0)
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, m, n, 1, l, ldl, b,
                ldb);
}

/* c -= a b; a is m x k, b is k x n. */
static inline void blas_subtract_product(int m, int n, int k, const double *a, int lda,
                                         const double *b, int ldb, double *c, int ldc) {
  if (m > 0 && n > 0 && k > 0)
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, m, n, k, -1, a, lda, b, ldb, 1, c, ldc);
}

#else

#define BLAS_ROWS 8    /* of the innermost tile */
#define BLAS_COLUMNS 4 /* of it */

static inline void blas_start(void) {}

static inline void blas_print_name(void) { printf("BLAS: plain C\n"); }

static inline void blas_solve(int m, int n, const double *l, int ldl, double *b, int ldb) {
  for (int c = 0; c < n; c++, b += ldb)
    for (int j = 0; j < m; j++)
      for (int i = j + 1; i < m; i++)
        b[i] -= l[(size_t)j * ldl + i] * b[j];
}

/* A buffer of so many numbers, valid until the next call. */
static inline double *blas_room(size_t numbers) {
  static double *room;
  static size_t size;
  if (size < numbers) {
    free(room);
    room = malloc(numbers * sizeof *room);
    size = numbers;
  }
  if (room == NULL) {
    fprintf(stderr, "no memory for %zu numbers\n", numbers);
    exit(2);
  }
  return room;
}

/* a's rows as [tile][column][BLAS_ROWS]; missing rows of the last tile are 0. */
static inline void blas_pack(int m, int k, const double *a, int lda, double *to) {
  for (int i = 0; i < m; i += BLAS_ROWS)
    for (int j = 0; j < k; j++)
      for (int r = 0; r < BLAS_ROWS; r++)
        *to++ = i + r < m ? a[(size_t)j * lda + i + r] : 0;
}

/* c[BLAS_COLUMNS][rows] -= a tile times BLAS_COLUMNS columns, [k][BLAS_COLUMNS], of which `columns`
 * exist. */
static inline void blas_tile(int rows, int columns, int k, const double *restrict tile,
                             const double *restrict b, double *restrict c, int ldc) {
  double sum[BLAS_COLUMNS][BLAS_ROWS] = {{0}};
  for (int i = 0; i < k; i++, tile += BLAS_ROWS, b += BLAS_COLUMNS)
    for (int j = 0; j < BLAS_COLUMNS; j++)
      for (int r = 0; r < BLAS_ROWS; r++)
        sum[j][r] += tile[r] * b[j];
  for (int j = 0; j < columns; j++, c += ldc)
    for (int r = 0; r < rows; r++)
      c[r] -= sum[j][r];
}

static inline void blas_subtract_product(int m, int n, int k, const double *a, int lda,
                                         const double *b, int ldb, double *c, int ldc) {
  size_t tiles = (size_t)(m + BLAS_ROWS - 1) / BLAS_ROWS * BLAS_ROWS * k;
  double *packed = blas_room(tiles + (size_t)BLAS_COLUMNS * k), *top = packed + tiles;
  blas_pack(m, k, a, lda, packed);
  for (int j = 0; j < n; j += BLAS_COLUMNS) {
    int columns = n - j < BLAS_COLUMNS ? n - j : BLAS_COLUMNS;
    for (int i = 0; i < k; i++)
      for (int u = 0; u < BLAS_COLUMNS; u++)
        top[(size_t)i * BLAS_COLUMNS + u] = u < columns ? b[(size_t)(j + u) * ldb + i] : 0;
    const double *tile = packed;
    for (int i = 0; i < m; i += BLAS_ROWS, tile += (size_t)BLAS_ROWS * k)
      blas_tile(m - i < BLAS_ROWS ? m - i : BLAS_ROWS, columns, k, tile, top,
                c + (size_t)j * ldc + i, ldc);
  }
}

#endif

#endif
