/* SPDX-License-Identifier: Apache-2.0 */
/* Conway's game of life on a torus of characters. */
#include <string.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 32, STEPS = 4 };
#else
enum { N = 512, STEPS = 10 };
#endif

static inline char life_first(int i, int j) { return mix((uint64_t)(i * N + j)) % 3 == 0; }

/* The next state of cell (i, j) of the cells A. */
#define LIFE_STEP(to, A, i, j)                                                                     \
  int up = (i + N - 1) % N, down = (i + 1) % N, left = (j + N - 1) % N, right = (j + 1) % N;       \
  int around = A[up][left] + A[up][j] + A[up][right] + A[i][left] + A[i][right] + A[down][left] +  \
               A[down][j] + A[down][right];                                                        \
  to[i][j] = around == 3 || (around == 2 && A[i][j])

/* The number of cells that differ from those of a serial run. */
static inline long life_wrong(char (*found)[N]) {
  static char a[N][N], b[N][N];
  long wrong = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = life_first(i, j);
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        LIFE_STEP(b, a, i, j);
      }
    memcpy(a, b, sizeof a);
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      wrong += a[i][j] != found[i][j];
  return wrong;
}
