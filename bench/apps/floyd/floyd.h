/* SPDX-License-Identifier: Apache-2.0 */
/* All shortest paths of a graph (Floyd and Warshall). Rows of the table are dealt to the threads in
 * turn. */
#include <string.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 32 };
#else
enum { N = 256 };
#endif

static inline int floyd_first(int i, int j) {
  return i == j ? 0 : (int)(mix((uint64_t)(i * N + j)) % 1000) + 1;
}

/* Relaxes the paths from i to all vertices through vertex k; D is the table. */
#define FLOYD_ROW(D, i, k)                                                                         \
  for (int j = 0; j < N; j++)                                                                      \
    if (D[i][k] + D[k][j] < D[i][j])                                                               \
  D[i][j] = D[i][k] + D[k][j]

/* The number of lengths that differ from those of a serial run. */
static inline long floyd_wrong(int (*found)[N]) {
  static int d[N][N];
  long wrong = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      d[i][j] = floyd_first(i, j);
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      FLOYD_ROW(d, i, k);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      wrong += d[i][j] != found[i][j];
  return wrong;
}
