/* SPDX-License-Identifier: Apache-2.0 */
/* A switch between two threads on one processor by sched_yield: the least cost of a wait if
 * oversubscribed. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

#include "bind.h"
#include "measure.h"

enum { SWITCHES = 300 };

static volatile int over;

static void *yield_until_over(void *unused) {
  bind_to(0);
  while (!over)
    sched_yield();
  return unused;
}

int main(void) {
  static struct measure m = {"yield_switch"};
  pthread_t other;
  int rounds = measure_rounds();
  bind_to(0);
  if (pthread_create(&other, 0, yield_until_over, 0) != 0)
    return 1;
  for (int round = 0; round < rounds; round++) {
    double start = now_ns();
    for (int i = 0; i < SWITCHES; i++)
      sched_yield();
    measure_add(&m, start, 2 * SWITCHES); /* there and back */
  }
  over = 1;
  pthread_join(other, 0);
  measure_print(&m);
}
