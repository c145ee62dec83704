/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the UPC forms: time and messages of a round. */
#ifndef BENCH_APP_UPC_H
#define BENCH_APP_UPC_H

#include <upcx_messages.h>

#include "app.h"

/* For programs in which every thread has an equal part of n elements, rows or bins. */
#define APP_EQUAL_PARTS(n)                                                                         \
  _Static_assert((n) % THREADS == 0, "the number of threads (upcc -T) must divide the size")

static shared uint64_t app_sent[THREADS];
static shared long app_wrongs[THREADS];
static uint64_t app_sent_before;

/* Collective: starts the timed part of a round. Returns the time in ns. */
static double app_start(void) {
  upc_barrier;
  app_sent_before = upcx_messages().messages;
  return now_ns();
}

/* Collective: ends the timed part. Records the time per element, of `count`, and the thread's
 * messages. */
static void app_stop(struct measure *m, double start, long count) {
  upc_barrier;
  measure_add(m, start, count);
  app_sent[MYTHREAD] += upcx_messages().messages - app_sent_before;
  upc_barrier;
}

/* Collective: the sum of `wrong` over all threads. */
static long app_all(long wrong) {
  long sum = 0;
  app_wrongs[MYTHREAD] = wrong;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    sum += app_wrongs[t];
  upc_barrier;
  return sum;
}

/* Prints the mean number of messages of all threads in a round, if any, and resets the count. */
static void app_print_messages(const struct measure *m) {
  uint64_t sum = 0;
  for (int t = 0; t < THREADS; t++) {
    sum += app_sent[t];
    app_sent[t] = 0;
  }
  if (sum > 0)
    printf("{\"name\":\"%s_messages\",\"n\":%ld,\"messages\":%.2f}\n", m->name, m->n,
           (double)sum / m->batches);
}

/* On thread 0, after all rounds: prints the measurement and its messages. Returns the status for
 * main. */
static int app_end_upc(struct measure *m, long wrong) {
  int status = app_end(m, wrong);
  if (status == 0)
    app_print_messages(m);
  return status;
}

#endif
