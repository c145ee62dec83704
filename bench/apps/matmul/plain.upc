/* The matrix product by subscripts only: rows of a and c are blocks of a thread, b is cyclic. */
#include <upc_relaxed.h>

#include "matmul.h"

static shared [N] double a[N][N], c[N][N];
static shared double b[N][N];
#define NAME "matmul_plain"

static void multiply(void) {
  upc_forall (int i = 0; i < N; i++; &c[i][0])
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int l = 0; l < N; l++)
        sum += a[i][l] * b[l][j];
      c[i][j] = sum;
    }
}

#include "upc_main.h"
