/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "warned.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../mem/job.h"
#include "../net/net.h"

enum { PLACES = 64 };

/* Shared memory; that of thread 0's node counts. A place is set once and stays; the first free
 * one is taken by compare and swap, so no place is in two. */
static _Atomic uint64_t *places;

int upcr_warned_create(char *err, size_t errlen) {
  size_t bytes = PLACES * sizeof *places;
  void *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    snprintf(err, errlen,
             "%zu bytes of memory for the run-time checks: %s; compile with upcc -fno-upc-check",
             bytes, strerror(errno));
    return -1;
  }
  places = memory;
  return 0;
}

static bool is_first(uint64_t place) {
  for (int i = 0; i < PLACES; i++) {
    uint64_t there = 0;
    if (atomic_compare_exchange_strong_explicit(&places[i], &there, place, memory_order_relaxed,
                                                memory_order_relaxed))
      return true;
    if (there == place)
      return false;
  }
  return false;
}

/* arg[0]: the place; replies whether it is the first time. */
static void handle(struct upcr_am *message) {
  uint64_t first = is_first(message->arg[0]);
  memcpy(message->payload, &first, sizeof first);
  message->length = sizeof first;
}

void upcr_warned_start(void) { upcr_am_table[UPCR_AM_WARNED] = handle; }

bool upcr_warned_first(uint64_t place) {
  uint64_t first = 0;
  if (upcr_in_node(0))
    return is_first(place);
  struct upcr_am message = {
      .handler = UPCR_AM_WARNED, .arg = {place}, .room = sizeof first, .payload = &first};
  upcr_net->am_request(0, &message);
  return first != 0;
}
