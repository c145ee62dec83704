/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "kept_pages.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "../base/atomics.h"
#include "../base/settings.h"
#include "../base/simulated.h"
#include "../base/system.h"
#include "kept_stores.h"
#include "read_spans.h"
#include "remote.h"

enum {
  READS = 4 * UPCR_KEPT_PAGE, /* four for each byte: a stencil's */
  COUNTED_READS = 64 * READS,
  WAYS = 4,                   /* places of a page: arrays whose sizes are powers of two share few */
  WORDS = UPCR_KEPT_LINE / 8, /* of a line */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static UPCR_PER_THREAD struct upcr_kept_page *pages;
static UPCR_PER_THREAD size_t count;   /* a power of two */
static UPCR_PER_THREAD uint64_t epoch; /* pages of earlier ones are past */
static UPCR_PER_THREAD unsigned begun;

static __thread bool is_locked; /* by this thread */

void upcr_kept_lock(void) {
  upcr_own_pthreads_lock(&mutex);
  is_locked = true;
}

void upcr_kept_unlock(void) {
  is_locked = false;
  upcr_own_pthreads_unlock(&mutex);
}

bool upcr_kept_is_locked(void) { return is_locked; }

size_t upcr_kept_count(void) { return count; }

static int64_t tick(void) {
  enum { SIMULATED = 10000 /* ns; a waiting loop polls every 100 */ };
  if (upcr_is_simulated())
    return upcr_simulated->now() / SIMULATED;
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static size_t ways(void) { return count < WAYS ? count : WAYS; }

/* The places that the page may be in. Fibonacci hashing (Knuth, The Art of Computer Programming,
 * volume 3, section 6.4): pages that follow each other have places of their own, and so have arrays
 * that are a power of two apart, mostly. */
static struct upcr_kept_page *places_of(upcr_pts_t first) {
  uint64_t hash = first / UPCR_KEPT_PAGE * 0x9e3779b97f4a7c15u;
  return &pages[(hash >> 1 >> (63 - __builtin_ctzll(count))) & ~(ways() - 1)];
}

struct upcr_kept_page *upcr_kept_find(upcr_pts_t first) {
  struct upcr_kept_page *place = places_of(first);
  for (size_t way = 0; way < ways(); way++)
    if (place[way].first == first)
      return &place[way];
  return 0;
}

bool upcr_kept_is_past(const struct upcr_kept_page *page) { return page->epoch != epoch; }

/* True if `a` is a better place for another page than `b`. */
static bool is_freer(const struct upcr_kept_page *a, const struct upcr_kept_page *b) {
  bool past = upcr_kept_is_past(a), others = upcr_kept_is_past(b);
  if (past != others)
    return past;
  if (a->has_stores != b->has_stores)
    return b->has_stores;
  return a->begun - begun < b->begun - begun;
}

struct upcr_kept_page *upcr_kept_place(upcr_pts_t first) {
  struct upcr_kept_page *known = upcr_kept_find(first), *place = places_of(first), *best = place;
  for (size_t way = 1; !known && way < ways(); way++)
    if (is_freer(&place[way], best))
      best = &place[way];
  return known ? known : best;
}

static unsigned loop_now(void) { return upcr_counted.open > 0 ? upcr_counted.entered : 0; }

/* Outside a loop that counts, at most as many reads as the page, or one line, has words are never a
 * waiting loop. */
bool upcr_kept_is_valid(const struct upcr_kept_page *page, upcr_pts_t first) {
  if (page->first != first || upcr_kept_is_past(page))
    return false;
  if (page->loop != 0 && page->loop == loop_now())
    return page->reads < COUNTED_READS;
  int lines = __builtin_popcount(page->lines | page->coming);
  bool few = page->reads < WORDS * (lines ? lines : 1);
  return page->reads < READS && (few || page->tick == tick());
}

bool upcr_kept_make(void) {
  if (pages)
    return true;
  size_t wanted = (size_t)upcr_settings.read_ahead / UPCR_KEPT_PAGE, n = 1;
  while (n * 2 <= wanted)
    n *= 2;
  if (!wanted)
    return false;
  struct upcr_kept_page *made = calloc(n, sizeof *made);
  char *bytes = calloc(n, UPCR_KEPT_PAGE);
  if (!made || !bytes) {
    free(made);
    free(bytes);
    return false;
  }
  for (size_t i = 0; i < n; i++)
    made[i].bytes = bytes + i * UPCR_KEPT_PAGE;
  pages = made;
  count = n;
  return true;
}

void upcr_kept_await(struct upcr_kept_page *page) {
  if (page->coming == 0)
    return;
  upcr_net->wait(page->transfer);
  page->lines |= page->coming;
  page->coming = 0;
}

/* Of the page, if it is fetched again to this place. */
static int vain_fetches(const struct upcr_kept_page *page, upcr_pts_t first) {
  if (page->first != first)
    return UPCR_KEPT_VAIN;
  return page->reads >= UPCR_KEPT_REREAD ? 0 : page->vain + 1;
}

static bool is_unread(const struct upcr_kept_page *page) {
  return !upcr_kept_is_past(page) && page->lines && page->reads == 0;
}

void upcr_kept_begin(struct upcr_kept_page *page, upcr_pts_t first, unsigned span) {
  upcr_kept_await(page);
  if (page->has_stores)
    upcr_kept_make_room();
  if (page->first != first && is_unread(page))
    upcr_span_was_vain();
  page->vain = vain_fetches(page, first);
  page->first = first;
  page->tick = tick();
  page->loop = loop_now();
  page->begun = begun++;
  page->span = span;
  page->lines = 0;
  page->reads = 0;
  page->epoch = epoch;
}

void upcr_kept_note(void) {
  __atomic_fetch_or(&upcr_now.far_relaxed, UPCR_LINES_KEPT, __ATOMIC_RELAXED);
}

void upcr_kept_start_fetch(struct upcr_kept_page *page, unsigned line, unsigned n) {
  if (page->has_stores)
    upcr_kept_send_stores();
  page->transfer =
      upcr_net->get_nb(page->bytes + line * UPCR_KEPT_LINE, page->first + line * UPCR_KEPT_LINE,
                       (size_t)n * UPCR_KEPT_LINE, UPCR_MEMORY_HOST);
  page->coming = upcr_kept_bits(line, n);
  upcr_kept_note();
}

void upcr_kept_forget(void) {
  if ((upcr_now.far_relaxed & UPCR_LINES_KEPT) == 0)
    return;
  upcr_kept_lock();
  upcr_kept_send_stores();
  epoch++;
  upcr_span_synchronised();
  __atomic_fetch_and(&upcr_now.far_relaxed, ~UPCR_LINES_KEPT, __ATOMIC_RELAXED);
  upcr_kept_unlock();
}
