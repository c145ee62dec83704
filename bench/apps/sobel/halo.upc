/* Sobel on chunks of rows, optimised by hand: a thread gets the rows next to its chunk while it
 * computes the inner part of the result. */
#include <upc_relaxed.h>
#include <upc_nb.h>

#include "chunk.h"

enum { ROWS = (N + THREADS - 1) / THREADS };
static shared [ROWS * N] unsigned char image[N][N], edges[N][N];
#define NAME "sobel_halo"
#define IMAGE(i, j) image[i][j]
#define EDGES(i, j) edges[i][j]

static void prepare(void) {}

static void sobel(void) {
  struct sobel_chunk c = sobel_chunk(MYTHREAD, THREADS);
  if (c.first == c.last)
    return;
  c.own = (unsigned char *)&image[c.first][0];
  c.to = (unsigned char *)&edges[c.first][0];
  if (c.first > 0)
    upc_memget_nbi(c.above, &image[c.first - 1][0], N);
  if (c.last < N)
    upc_memget_nbi(c.below, &image[c.last][0], N);
  sobel_inner(&c);
  upc_synci();
  sobel_outer(&c);
}

#include "upc_main.h"
