/* SPDX-License-Identifier: Apache-2.0 */
/* Chunks of neighbouring rows, and their result from private memory. */
#include "sobel.h"

/* A part's rows first to last - 1 in `own`, their result in `to`, the rows next to them. */
struct sobel_chunk {
  int first, last;
  const unsigned char *own;
  unsigned char *to;
  unsigned char above[N], below[N];
};

/* The chunk of a part, the last ones may be smaller or empty. */
static inline struct sobel_chunk sobel_chunk(int part, int parts) {
  int rows = (N + parts - 1) / parts, first = part * rows, last = first + rows;
  return (struct sobel_chunk){.first = first < N ? first : N, .last = last < N ? last : N};
}

static inline const unsigned char *sobel_row(const struct sobel_chunk *c, int i) {
  return i < c->first ? c->above : i >= c->last ? c->below : c->own + (size_t)(i - c->first) * N;
}

/* Row i of the result; none on the border of the picture. */
static inline void sobel_edges_of_row(const struct sobel_chunk *c, int i) {
  if (i == 0 || i == N - 1)
    return;
  const unsigned char *row[] = {sobel_row(c, i - 1), sobel_row(c, i), sobel_row(c, i + 1)};
  unsigned char *to = c->to + (size_t)(i - c->first) * N;
#define SOBEL_NEAR(k, j) row[(k) + 1][j]
  for (int j = 1; j < N - 1; j++)
    to[j] = sobel_edge(SOBEL_X(SOBEL_NEAR, 0, j), SOBEL_Y(SOBEL_NEAR, 0, j));
}

/* The result that needs no row of another part; and then the rest. */
static inline void sobel_inner(const struct sobel_chunk *c) {
  for (int i = c->first + 1; i < c->last - 1; i++)
    sobel_edges_of_row(c, i);
}

static inline void sobel_outer(const struct sobel_chunk *c) {
  if (c->first < c->last)
    sobel_edges_of_row(c, c->first);
  if (c->first < c->last - 1)
    sobel_edges_of_row(c, c->last - 1);
}
