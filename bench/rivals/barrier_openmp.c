/* SPDX-License-Identifier: Apache-2.0 */
/* The barrier of OpenMP; run with OMP_NUM_THREADS and OMP_PROC_BIND=true. */
#include <omp.h>

#include "measure.h"

enum { BARRIERS = 300 };

int main(void) {
  static struct measure m = {"barrier"};
  int rounds = measure_rounds();
#pragma omp parallel
  for (int round = 0; round < rounds; round++) {
#pragma omp barrier
    double start = now_ns();
    for (int i = 0; i < BARRIERS; i++) {
#pragma omp barrier
    }
#pragma omp master
    measure_add(&m, start, BARRIERS);
  }
  measure_print(&m);
}
