/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms, which define NAME, IMAGE(i, j), EDGES(i, j), prepare() and
 * sobel(). */
#include "../app_upc.h"

int main(int argc, char **argv) {
  static struct measure m = {NAME, 0};
  sobel_read(argc, argv);
  prepare();
  upc_barrier;
  upc_forall(int i = 0; i < N; i++; &IMAGE(i, 0)) for (int j = 0; j < N; j++) IMAGE(i, j) =
      sobel_pixel(i, j);
  for (int round = app_rounds(); round > 0; round--) {
    double start = app_start();
    sobel();
    app_stop(&m, start, (long)N * N);
  }
  long wrong = 0;
  upc_forall(int i = 1; i < N - 1; i++; &EDGES(i, 0)) for (int j = 1; j < N - 1; j++) wrong +=
      EDGES(i, j) != sobel_expected(i, j);
  wrong = app_all(wrong);
  return MYTHREAD == 0 ? app_end_upc(&m, wrong) : 0;
}
