/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "source_places.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/text.h"
#include "../mem/job.h"
#include "../net/net.h"

enum { TEXTS = 2048 };

/* EMPTY, then WRITING by one process, then WRITTEN for ever. A process that meets WRITING takes
 * another place: two copies of a text do no harm. */
enum { EMPTY, WRITING, WRITTEN };
struct text {
  _Atomic int state;
  char text[UPCR_TEXT_SENT];
};

static struct text *texts; /* shared memory; 0 in a job of one node */

int upcr_texts_create(char *err, size_t errlen) {
  size_t bytes = TEXTS * sizeof *texts;
  void *memory =
      mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    snprintf(err, errlen,
             "%zu KB of memory for the run-time checks: %s; compile with upcc -fno-upc-check",
             bytes >> 10, strerror(errno));
    return -1;
  }
  texts = memory;
  return 0;
}

uint64_t upcr_text_digest(const char *text) {
  static __thread const char *last;
  static __thread uint64_t digest;
  if (text && text == last)
    return digest;
  last = text;
  return digest = upcr_digest_bytes(UPCR_DIGEST_START, text, text ? strlen(text) : 0);
}

/* The end of a name that is too long, without its outer folders. */
static const char *part_sent(const char *text) {
  size_t n = strlen(text);
  return n < UPCR_TEXT_SENT ? text : text + n - UPCR_TEXT_SENT + 1;
}

/* Acquire pairs with the release of the text's writer. */
static const char *keep(const char *whole) {
  if (!whole || !texts)
    return whole;
  const char *text = part_sent(whole);
  uint64_t first = upcr_text_digest(text);
  for (uint64_t i = 0; i < TEXTS; i++) {
    struct text *place = &texts[(first + i) % TEXTS];
    int state = EMPTY;
    if (atomic_compare_exchange_strong_explicit(&place->state, &state, WRITING,
                                                memory_order_acquire, memory_order_acquire)) {
      strcpy(place->text, text);
      atomic_store_explicit(&place->state, WRITTEN, memory_order_release);
      return place->text;
    }
    if (state == WRITTEN && strcmp(place->text, text) == 0)
      return place->text;
  }
  return "(a file)";
}

void upcr_text_put(char **at, char *end, const char *whole) {
  const char *text = whole ? part_sent(whole) : "";
  size_t n = strlen(text) + 1;
  if (n > (size_t)(end - *at)) {
    text = "";
    n = 1;
  }
  if (n > (size_t)(end - *at))
    return;
  memcpy(*at, text, n);
  *at += n;
}

const char *upcr_text_take(const char **at, const char *end) {
  const char *text = *at;
  size_t n = strnlen(text, (size_t)(end - text));
  if (text + n >= end)
    return 0;
  *at += n + 1;
  return n ? keep(text) : 0;
}

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
