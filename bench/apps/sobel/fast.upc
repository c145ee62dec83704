/* Sobel optimised by hand: a row of the result copies its three rows as blocks; own rows of the
 * result are private memory. */
#include <upc_relaxed.h>

#include "sobel.h"

static shared [N] unsigned char image[N][N], edges[N][N];
#define NAME "sobel_fast"
#define IMAGE(i, j) image[i][j]
#define EDGES(i, j) edges[i][j]

static void prepare(void) {}

static void sobel(void) {
  unsigned char three[3][N];
#define NEAR(k, j) three[(k) + 1][j]
  for (int i = MYTHREAD; i < N - 1; i += THREADS) {
    if (i == 0)
      continue;
    for (int k = 0; k < 3; k++)
      upc_memget(three[k], &image[i + k - 1][0], N);
    unsigned char *to = (unsigned char *)&edges[i][0];
    for (int j = 1; j < N - 1; j++)
      to[j] = sobel_edge(SOBEL_X(NEAR, 0, j), SOBEL_Y(NEAR, 0, j));
  }
}

#include "upc_main.h"
