/* Word search by subscripts only. */
#include <upc_relaxed.h>

#include "search.h"
#include "../app_upc.h"

static shared [N / THREADS] char text[N];
static shared long found[THREADS];

static void search(void) {
  found[MYTHREAD] = 0;
  upc_forall (long i = 0; i <= N - LENGTH; i++; &text[i]) {
    SEARCH_AT(found[MYTHREAD], text, i);
  }
}

int main(void) {
  static struct measure m = {"search_plain", 0};
  upc_forall (long i = 0; i < N; i++; &text[i])
    text[i] = search_letter(i);
  for (int round = app_rounds(); round > 0; round--) {
    double start = app_start();
    search();
    app_stop(&m, start, N);
  }
  long all = app_all(found[MYTHREAD]);
  return MYTHREAD == 0 ? app_end_upc(&m, all != search_expected()) : 0;
}
