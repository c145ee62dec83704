/* The transpose by subscripts only: each thread reads columns of all bands. */
#include <upc_relaxed.h>

#include "transpose.h"

static shared [N * N / THREADS] double a[N][N], b[N][N];
#define NAME "transpose_plain"

static void transpose(void) {
  upc_forall (int j = 0; j < N; j++; &b[j][0])
    for (int i = 0; i < N; i++)
      b[j][i] = a[i][j];
}

#include "upc_main.h"
