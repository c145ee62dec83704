/* Sobel by subscripts only; each thread has a chunk of neighbouring rows ("Hybrid PGAS Runtime
 * Support for Multicore Nodes", section 4.1.1). */
#include <upc_relaxed.h>

#include "sobel.h"

enum { ROWS = (N + THREADS - 1) / THREADS };
static shared [ROWS * N] unsigned char image[N][N], edges[N][N];
#define NAME "sobel_chunks"
#define IMAGE(i, j) image[i][j]
#define EDGES(i, j) edges[i][j]

static void prepare(void) {}

static void sobel(void) {
  upc_forall (int i = 1; i < N - 1; i++; &edges[i][0])
    for (int j = 1; j < N - 1; j++)
      edges[i][j] = sobel_edge(SOBEL_X(IMAGE, i, j), SOBEL_Y(IMAGE, i, j));
}

#include "upc_main.h"
