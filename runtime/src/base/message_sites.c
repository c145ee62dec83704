/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's table, with open addressing. If it is full, further places are counted only in the
 * total of the transport. */
#include "message_sites.h"

#include <execinfo.h>
#include <stdlib.h>
#include <string.h>

#include "atomics.h"

#define PLACES 1024 /* a power of two */

static UPCR_PER_THREAD struct upcr_message_site *places;

static size_t hash(void *const *pc, int n) {
  uint64_t h = 0;
  for (int i = 0; i < n; i++)
    h = (h ^ (uint64_t)(uintptr_t)pc[i]) * UINT64_C(0x9e3779b97f4a7c15);
  return (size_t)(h >> 32);
}

/* The entry of a stack, perhaps unused; null if all others are taken. */
static struct upcr_message_site *find(void *const *pc, int n) {
  size_t first = hash(pc, n);
  for (size_t i = 0; i < PLACES; i++) {
    struct upcr_message_site *p = &places[(first + i) % PLACES];
    if (p->depth == 0 || (p->depth == n && memcmp(p->pc, pc, (size_t)n * sizeof *pc) == 0))
      return p;
  }
  return 0;
}

void upcr_message_count_site(size_t bytes) {
  void *pc[UPCR_SENT_FRAMES + 1];
  int n = backtrace(pc, UPCR_SENT_FRAMES + 1) - 1; /* without this function */
  if (!places)
    places = calloc(PLACES, sizeof *places);
  struct upcr_message_site *p = n > 0 && places ? find(pc + 1, n) : 0;
  if (!p)
    return;
  memcpy(p->pc, pc + 1, (size_t)n * sizeof *pc);
  p->depth = n;
  p->messages++;
  p->bytes += bytes;
}

const struct upcr_message_site *upcr_message_sites(size_t *n) {
  *n = PLACES;
  return places;
}
