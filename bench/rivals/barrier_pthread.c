/* SPDX-License-Identifier: Apache-2.0 */
/* pthread_barrier_wait: barrier_pthread THREADS */
#define _GNU_SOURCE
#include "measure.h"
#include "team.h"

enum { BARRIERS = 300 };

static struct measure m = {"barrier"};

static void barriers(long me) {
  int rounds = measure_rounds();
  for (int round = 0; round < rounds; round++) {
    pthread_barrier_wait(&team_barrier);
    double start = now_ns();
    for (int i = 0; i < BARRIERS; i++)
      pthread_barrier_wait(&team_barrier);
    if (me == 0)
      measure_add(&m, start, BARRIERS);
  }
}

int main(int argc, char **argv) {
  team(argc, argv, barriers);
  measure_print(&m);
}
