/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms, which define NAME, prepare(), triad() and EACH(i), a loop
 * over the thread's own subscripts of a, b and c; NUMBER(i) is the element's number in the whole
 * vector. */
#include "../app_upc.h"

int main(void) {
  static struct measure m = {NAME, 0};
  long wrong = 0;
  prepare();
  EACH(i) {
    a[i] = 0;
    b[i] = triad_b(NUMBER(i));
    c[i] = triad_c(NUMBER(i));
  }
  for (int round = app_rounds(); round > 0; round--) {
    double start = app_start();
    triad();
    app_stop(&m, start, N);
  }
  EACH(i) wrong += a[i] != triad_expected(NUMBER(i));
  wrong = app_all(wrong);
  return MYTHREAD == 0 ? app_end_upc(&m, wrong) : 0;
}
