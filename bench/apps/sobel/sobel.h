/* SPDX-License-Identifier: Apache-2.0 */
/* Edges in an image (paper of the XL UPC compiler, section 5.7). */
#include <math.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 64 };
#else
enum { N = 1024 };
#endif

static inline unsigned char sobel_pixel(int i, int j) {
  return (unsigned char)app_mix((uint64_t)i * N + (uint64_t)j);
}

#define SOBEL_X(p, i, j)                                                                           \
  (p(i - 1, j + 1) - p(i - 1, j - 1) + 2 * (p(i, j + 1) - p(i, j - 1)) + p(i + 1, j + 1) -         \
   p(i + 1, j - 1))
#define SOBEL_Y(p, i, j)                                                                           \
  (p(i + 1, j - 1) - p(i - 1, j - 1) + 2 * (p(i + 1, j) - p(i - 1, j)) + p(i + 1, j + 1) -         \
   p(i - 1, j + 1))

static inline unsigned char sobel_edge(int x, int y) {
  double size = sqrt((double)(x * x + y * y));
  return size > 255 ? 255 : (unsigned char)size;
}

/* What element (i, j) of the result must be. */
static inline unsigned char sobel_expected(int i, int j) {
  return sobel_edge(SOBEL_X(sobel_pixel, i, j), SOBEL_Y(sobel_pixel, i, j));
}
