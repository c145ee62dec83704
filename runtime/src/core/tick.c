#define _POSIX_C_SOURCE 200809L
/* Ticks (UPC 7.5): nanoseconds of the monotonic clock, that of node 0 in a job of several nodes. */
#include "tick.h"

#include "../base/clock.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "../net/net.h"
#include "library.h"

enum { ROUNDS = 20 /* of a message to node 0 and back: the shortest counts */ };

uint64_t upc_ticks_now(void) { return (uint64_t)(upcr_clock_ns() + upcr_job->core->clock_offset); }

/* Replies node 0's clock. */
static void handle(struct upcr_am *message) {
  *(int64_t *)message->payload = upcr_clock_ns();
  message->length = sizeof(int64_t);
}

void upcr_ticks_start(void) { upcr_am_table[UPCR_AM_CLOCK] = handle; }

/* The reply was made between both readings here: taken to be in the middle, it is wrong by half
 * of their distance at most. */
static int64_t measure(int64_t *shortest) {
  int64_t offset = 0;
  for (int i = 0; i < ROUNDS; i++) {
    _Alignas(16) int64_t there = 0;
    struct upcr_am message = {.handler = UPCR_AM_CLOCK, .room = sizeof there, .payload = &there};
    int64_t begin = upcr_clock_ns();
    upcr_net->am_request(0, &message);
    int64_t end = upcr_clock_ns();
    if (i > 0 && end - begin >= *shortest)
      continue;
    *shortest = end - begin;
    offset = there - (begin + (end - begin) / 2);
  }
  return offset;
}

/* By the first thread of each node, before the barrier at the start, after which all read it. On
 * one host all have one clock. */
void upcr_ticks_measure(void) {
  const struct upcr_job_config *config = &upcr_job->config;
  bool measures = upcr_has_nodes() && config->node != 0 && upcr_self.mythread == config->first;
  if (measures && config->host_threads < config->threads)
    upcr_job->core->clock_offset = measure(&upcr_job->core->clock_error);
}

uint64_t upc_ticks_to_ns(uint64_t ticks) { return ticks; }
