/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
/* Ticks (UPC 7.5): nanoseconds of the monotonic clock, that of node 0 in a job of several nodes. */
#include "tick.h"

#include <stdatomic.h>

#include "../base/system.h"
#include "../base/simulated.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "../net/net.h"
#include "library.h"

enum { ROUNDS = 20 /* of a message to node 0 and back: the shortest counts */ };

/* Between two measurements. Clocks drift apart by up to some 50 us a second without NTP, and by
 * less than 1 us a second more than they did before; a measurement takes 20 round trips of a
 * barrier's time. */
static const int64_t INTERVAL = INT64_C(10000000000);

/* There are two lines; `current` names the valid one, so readers never wait. A measurement writes
 * the other line and then publishes it: its release pairs with the acquire here. If a further
 * measurement has begun meanwhile, the reader sees another `current` and reads again. */
static struct upcr_clock_line current_line(struct upcr_clock *clock) {
  struct upcr_clock_line line;
  uint32_t number;
  do {
    number = atomic_load_explicit(&clock->current, memory_order_acquire);
    struct upcr_clock_entry *entry = &clock->entry[number % 2];
    line.since = atomic_load_explicit(&entry->since, memory_order_relaxed);
    line.offset = atomic_load_explicit(&entry->offset, memory_order_relaxed);
    line.drift = atomic_load_explicit(&entry->drift, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
  } while (atomic_load_explicit(&clock->current, memory_order_relaxed) != number);
  return line;
}

static void use_line(struct upcr_clock *clock, struct upcr_clock_line line) {
  uint32_t number = atomic_load_explicit(&clock->current, memory_order_relaxed) + 1;
  struct upcr_clock_entry *entry = &clock->entry[number % 2];
  atomic_thread_fence(memory_order_release); /* readers of these see the last number, too */
  atomic_store_explicit(&entry->since, line.since, memory_order_relaxed);
  atomic_store_explicit(&entry->offset, line.offset, memory_order_relaxed);
  atomic_store_explicit(&entry->drift, line.drift, memory_order_relaxed);
  atomic_store_explicit(&clock->current, number, memory_order_release);
}

uint64_t upc_ticks_now(void) {
  if (upcr_is_simulated())
    return (uint64_t)upcr_simulated->now();
  struct upcr_clock *clock = &upcr_job->core->clock;
  int64_t now = upcr_clock_ns();
  if (!clock->differs)
    return (uint64_t)now;
  struct upcr_clock_line line = current_line(clock);
  return (uint64_t)upcr_clock_line_at(&line, now);
}

/* Replies node 0's clock. */
static void handle(struct upcr_am *message) {
  *(int64_t *)message->payload = upcr_clock_ns();
  message->length = sizeof(int64_t);
}

void upcr_ticks_start(void) { upcr_am_table[UPCR_AM_CLOCK] = handle; }

/* Nanoseconds to add to get node 0's clock. The reply was made between the two readings here. It is
 * taken to be in the middle, so the error is at most half of the interval. */
static int64_t measure(void) {
  int64_t offset = 0, shortest = INT64_MAX;
  for (int i = 0; i < ROUNDS; i++) {
    _Alignas(16) int64_t there = 0;
    struct upcr_am message = {.handler = UPCR_AM_CLOCK, .room = sizeof there, .payload = &there};
    int64_t begin = upcr_clock_ns();
    upcr_net->am_request(0, &message);
    int64_t end = upcr_clock_ns();
    if (end - begin >= shortest)
      continue;
    shortest = end - begin;
    offset = there - (begin + (end - begin) / 2);
  }
  return offset;
}

/* Called by the first thread of each node before the barrier at the start; all threads read the
 * result after it. Nothing to do on one host, which has one clock. */
void upcr_ticks_measure(void) {
  const struct upcr_job_config *config = &upcr_job->config;
  bool measures = upcr_has_nodes() && config->node != 0 && upcr_self.mythread == config->first;
  if (!measures || config->host_threads >= config->threads)
    return;
  struct upcr_clock *clock = &upcr_job->core->clock;
  clock->measured = measure();
  clock->measured_at = upcr_clock_ns();
  use_line(clock, (struct upcr_clock_line){.since = clock->measured_at, .offset = clock->measured});
  clock->differs = true;
}

void upcr_ticks_keep(void) {
  struct upcr_clock *clock = &upcr_job->core->clock;
  if (!clock->differs || upcr_clock_ns() - clock->measured_at < INTERVAL)
    return;
  int64_t offset = measure(), now = upcr_clock_ns();
  struct upcr_clock_line old = current_line(clock);
  use_line(clock,
           upcr_clock_line_next(&old, now, offset, clock->measured, now - clock->measured_at));
  clock->measured = offset;
  clock->measured_at = now;
}

uint64_t upc_ticks_to_ns(uint64_t ticks) { return ticks; }
