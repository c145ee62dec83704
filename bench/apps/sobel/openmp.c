/* SPDX-License-Identifier: Apache-2.0 */
/* Sobel in C with OpenMP. */
#include "sobel.h"

static unsigned char image[N][N], edges[N][N];
#define AT(i, j) image[i][j]

static void sobel(void) {
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      edges[i][j] = sobel_edge(SOBEL_X(AT, i, j), SOBEL_Y(AT, i, j));
}

int main(int argc, char **argv) {
  struct measure m = {"sobel", 0};
  long wrong = 0;
  sobel_read(argc, argv);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      image[i][j] = sobel_pixel(i, j);
  for (int round = app_rounds(); round > 0; round--) {
    double start = now_ns();
    sobel();
    measure_add(&m, start, (long)N * N);
  }
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      wrong += edges[i][j] != sobel_expected(i, j);
  return app_end(&m, wrong);
}
