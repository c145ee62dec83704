/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the UPC forms: time and messages of a round. */
#ifndef BENCH_APP_UPC_H
#define BENCH_APP_UPC_H

#include <upcx_collective.h>
#include <upcx_messages.h>

#include "app.h"

/* For programs in which every thread has an equal part of n elements, rows or bins. */
#define APP_EQUAL_PARTS(n)                                                                         \
  _Static_assert((n) % THREADS == 0, "the number of threads (upcc -T) must divide the size")

static uint64_t app_sent_before, app_sent;

/* Collective: the sum of `number` over all threads. */
static long app_all(long number) {
  upcx_team_reduce_all_private(&number, &number, UPC_LONG, UPC_ADD, 1, UPCX_TEAM_ALL);
  return number;
}

/* Collective: starts the timed part of a round. Returns the time in ns. */
static double app_start(void) {
  upc_barrier;
  app_sent_before = upcx_messages().messages;
  return now_ns();
}

/* Collective: ends the timed part. Records the time per element, of `count`, and the messages of
 * all threads. */
static void app_stop(struct measure *m, double start, long count) {
  upc_barrier;
  measure_add(m, start, count);
  app_sent += (uint64_t)app_all((long)(upcx_messages().messages - app_sent_before));
}

/* Prints the mean number of messages of all threads in a round, if any, and resets the count. */
static void app_print_messages(const struct measure *m) {
  if (app_sent > 0)
    printf("{\"name\":\"%s_messages\",\"n\":%ld,\"messages\":%.2f}\n", m->name, m->n,
           (double)app_sent / m->batches);
  app_sent = 0;
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
