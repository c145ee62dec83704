/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "far_cache.h"

#include <stdlib.h>
#include <time.h>

#include "../base/atomics.h"
#include "../base/settings.h"
#include "../base/simulated.h"
#include "../base/system.h"
#include "read_ahead.h"
#include "remote.h"

enum {
  READS = 4 * UPCR_FAR_PAGE, /* four for each byte: a stencil's */
  WORDS = UPCR_FAR_LINE / 8, /* of a line */
};

static upcr_pts_t none[UPCR_FAR_CACHE_WAYS]; /* 0 is no page's */
UPCR_PER_THREAD struct upcr_far_cache upcr_far_cache = {.firsts = none, .shift = 63};
static UPCR_PER_THREAD size_t count; /* a power of two */
static UPCR_PER_THREAD unsigned begun;

size_t upcr_far_cache_count(void) { return count; }

static int64_t tick(void) {
  enum { SIMULATED = 10000 /* ns; a waiting loop polls every 100 */ };
  if (upcr_is_simulated())
    return upcr_simulated->now() / SIMULATED;
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

bool upcr_far_cache_is_past(const struct upcr_far_page *page) {
  return page->epoch != upcr_far_cache.epoch;
}

/* True if `a` is a better place for another page than `b`. */
static bool is_freer(const struct upcr_far_page *a, const struct upcr_far_page *b) {
  bool past = upcr_far_cache_is_past(a), others = upcr_far_cache_is_past(b);
  if (past != others)
    return past;
  if (!a->stored_words != !b->stored_words)
    return b->stored_words;
  return a->begun - begun < b->begun - begun;
}

struct upcr_far_page *upcr_far_cache_place(upcr_pts_t first) {
  struct upcr_far_page *known = upcr_far_cache_find(first), *pages = upcr_far_cache.pages;
  size_t home = upcr_far_cache_home(first), best = home;
  for (size_t way = 1; !known && way < UPCR_FAR_CACHE_WAYS && way < count; way++)
    if (is_freer(&pages[home ^ way], &pages[best]))
      best = home ^ way;
  return known ? known : &pages[best];
}

bool upcr_far_cache_is_valid(const struct upcr_far_page *page, upcr_pts_t first) {
  if (upcr_far_cache_is_fresh(page, first))
    return true;
  unsigned loop = upcr_far_cache_loop();
  bool counts = loop != 0 && page->loop == loop;
  return page->first == first && !upcr_far_cache_is_past(page) && !counts && page->reads < READS &&
         page->tick == tick();
}

static void count_few(struct upcr_far_page *page) {
  uint32_t lines = page->lines | page->coming;
  page->few = WORDS * (lines ? __builtin_popcount(lines) : 1);
}

void upcr_far_cache_set_lines(struct upcr_far_page *page, uint32_t lines) {
  page->lines = lines;
  count_few(page);
}

bool upcr_far_cache_make(void) {
  if (count)
    return true;
  size_t wanted = (size_t)upcr_settings.read_ahead / UPCR_FAR_PAGE, n = 1;
  while (n * 2 <= wanted)
    n *= 2;
  if (!wanted)
    return false;
  struct upcr_far_page *made = calloc(n, sizeof *made);
  char *bytes = calloc(n, UPCR_FAR_PAGE);
  uint64_t *stored = calloc(n, UPCR_FAR_PAGE / 8);
  upcr_pts_t *firsts = calloc(n < UPCR_FAR_CACHE_WAYS ? UPCR_FAR_CACHE_WAYS : n, sizeof *firsts);
  if (!made || !bytes || !stored || !firsts) {
    free(made);
    free(bytes);
    free(stored);
    free(firsts);
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    made[i].bytes = bytes + i * UPCR_FAR_PAGE;
    made[i].stored = stored + i * (UPCR_FAR_PAGE / 64);
  }
  upcr_far_cache.pages = made;
  upcr_far_cache.firsts = firsts;
  upcr_far_cache.shift = 63 - __builtin_ctzll(n);
  count = n;
  return true;
}

void upcr_far_cache_await(struct upcr_far_page *page) {
  if (page->coming == 0)
    return;
  upcr_net->wait(page->transfer);
  upcr_far_cache_set_lines(page, page->lines | page->coming);
  page->coming = 0;
}

/* Of the page, if it is fetched again to this place. */
static int vain_fetches(const struct upcr_far_page *page, upcr_pts_t first) {
  if (page->first != first)
    return UPCR_FAR_CACHE_VAIN;
  return page->reads >= UPCR_FAR_CACHE_REREAD ? 0 : page->vain + 1;
}

static void note_epoch(struct upcr_far_page *page, upcr_pts_t first) {
  if (page->first != first) {
    page->read_in[0] = page->read_in[1] = UPCR_FAR_CACHE_NEVER;
  } else if (page->reads >= UPCR_FAR_CACHE_REREAD && page->epoch != page->read_in[0]) {
    page->read_in[1] = page->read_in[0];
    page->read_in[0] = page->epoch;
  }
}

static bool is_unread(const struct upcr_far_page *page) {
  return !upcr_far_cache_is_past(page) && page->lines && page->reads == 0;
}

void upcr_far_cache_begin(struct upcr_far_page *page, upcr_pts_t first, unsigned span) {
  upcr_far_cache_await(page);
  if (page->stored_words)
    upcr_far_cache_make_room();
  if (page->first != first && is_unread(page))
    upcr_span_was_vain();
  page->vain = vain_fetches(page, first);
  note_epoch(page, first);
  page->first = first;
  upcr_far_cache.firsts[page - upcr_far_cache.pages] = first;
  page->loop = upcr_far_cache_loop();
  page->begun = begun++;
  page->span = span;
  page->limit = UPCR_FAR_CACHE_REPEATS;
  page->requests = 0;
  page->guessed = false;
  upcr_far_cache_set_lines(page, 0);
  page->reads = 0;
  page->used = 0;
  page->epoch = upcr_far_cache.epoch;
  upcr_far_cache.has_begun = true;
}

void upcr_far_cache_note(void) {
  __atomic_fetch_or(&upcr_now.far_relaxed, UPCR_CACHED_LINES, __ATOMIC_RELAXED);
}

void upcr_far_cache_note_time(struct upcr_far_page *page) { page->tick = tick(); }

void upcr_far_cache_start_fetch(struct upcr_far_page *page, unsigned line, unsigned n) {
  if (page->stored_words)
    upcr_far_cache_send_stores();
  if (page->lines == 0)
    upcr_far_cache_note_time(page);
  page->transfer =
      upcr_net->get_nb(page->bytes + line * UPCR_FAR_LINE, page->first + line * UPCR_FAR_LINE,
                       (size_t)n * UPCR_FAR_LINE, UPCR_MEMORY_HOST);
  page->coming = upcr_far_cache_bits(line, n);
  count_few(page);
  upcr_far_cache_note();
}

void upcr_far_cache_forget(void) {
  if ((upcr_now.far_relaxed & UPCR_CACHED_ANY) == 0 && !upcr_far_cache.has_begun)
    return;
  upcr_far_cache_lock();
  upcr_far_cache_send_stores();
  upcr_far_cache.has_begun = false;
  upcr_guess_synchronised();
  upcr_far_cache.epoch++;
  upcr_span_synchronised();
  __atomic_fetch_and(&upcr_now.far_relaxed, ~UPCR_CACHED_LINES, __ATOMIC_RELAXED);
  upcr_far_cache_unlock();
}
