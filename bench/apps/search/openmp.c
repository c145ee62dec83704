/* SPDX-License-Identifier: Apache-2.0 */
/* Word search in C with OpenMP. */
#include "search.h"

static char text[N];

int main(void) {
  static struct measure m = {"search", 0};
  long found = 0;
  for (long i = 0; i < N; i++)
    text[i] = search_letter(i);
  for (int round = app_rounds(); round > 0; round--) {
    double start = now_ns();
    found = 0;
#pragma omp parallel for reduction(+ : found)
    for (long i = 0; i <= N - LENGTH; i++) {
      SEARCH_AT(found, text, i);
    }
    measure_add(&m, start, N);
  }
  return app_end(&m, found != search_expected());
}
