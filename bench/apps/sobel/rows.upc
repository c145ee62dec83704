/* Sobel on rows that each thread allocates; a shared array has the pointers to the rows. */
#include <upc_relaxed.h>

#include "sobel.h"

struct row {
  shared [] unsigned char *pixel;
};
static shared struct row image[N], edges[N];
#define NAME "sobel_rows"
#define IMAGE(i, j) image[i].pixel[j]
#define EDGES(i, j) edges[i].pixel[j]

static void prepare(void) {
  upc_forall (int i = 0; i < N; i++; &image[i]) {
    image[i].pixel = upc_alloc(N);
    edges[i].pixel = upc_alloc(N);
  }
}

static void sobel(void) {
  upc_forall (int i = 1; i < N - 1; i++; &edges[i])
    for (int j = 1; j < N - 1; j++)
      edges[i].pixel[j] = sobel_edge(SOBEL_X(IMAGE, i, j), SOBEL_Y(IMAGE, i, j));
}

#include "upc_main.h"
