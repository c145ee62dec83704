/* SPDX-License-Identifier: Apache-2.0 */
/* A loop that reads an array at random, `sum += value[k] * x[column[k]]`, misses each of its pages
 * once, at first. The pages that it missed in a window of memory since the last synchronisation
 * tell where the array is: with m of them at random places it ends about an m-th of their distance
 * below the lowest and above the highest (the German tank problem). At the m-th miss 2^(m - 1) of
 * these pages are fetched together. The first page is fetched by itself, if the credit is large.
 *
 * If the thread knows the object (known_blocks.c, far_heaps.c), and what lies of it on that thread
 * is at most what a request may have, all of it is fetched: at the first miss if that leaves half
 * of the first credit, else at the second. Pages outside of a known object are not guessed.
 *
 * Guesses are paid from a credit of pages. A guess was right if the page is read twice: then it
 * would have been fetched anyway. It returns WORTH pages, so right guesses pay for further ones; a
 * page that is fetched because it was read twice returns one page in EVERY. So at most FIRST pages,
 * and as many as would be fetched anyway, are fetched in vain. When the credit is used up, reads of
 * single words that are far apart fetch these words only. */
#include "read_ahead.h"

#include <limits.h>

#include "../base/atomics.h"
#include "known_blocks.h"
#include "far_cache.h"

enum {
  PAGE = UPCR_FAR_PAGE,
  WINDOW = 1 << 20, /* bytes: 256 pages, more than a request has */
  WINDOWS = 16,     /* a power of two */
  LOG_WINDOWS = 4,
  FIRST = 32, /* pages, 128 KiB: about what a network moves in some round trips */
  MOST = 64,  /* pages */
  WORTH = 2,
  EVERY = 4,
  UNDECIDED = 128, /* most pages of which it is not known whether they will be read */
  PAUSE = 16       /* misses without a credit, after which guesses are checked again */
};

/* The misses of the thread in a part of another one's memory. */
struct window {
  upcr_pts_t base;
  uint64_t epoch;
  upcr_pts_t low, high;
  unsigned misses;
};

static UPCR_PER_THREAD struct window windows[WINDOWS];
static UPCR_PER_THREAD upcr_pts_t undecided[UNDECIDED]; /* guessed since the last synchronisation */
static UPCR_PER_THREAD unsigned undecided_count, next;  /* the one to check next */
static UPCR_PER_THREAD unsigned credit = FIRST;
static UPCR_PER_THREAD unsigned others; /* pages read twice since the last one that counted */

static unsigned less(unsigned a, unsigned b) { return a < b ? a : b; }

static void earn(unsigned pages) { credit = less(MOST, credit + pages); }

void upcr_guess_page_was_read(void) {
  others = (others + 1) % EVERY;
  earn(others == 0);
}

/* Decides about an old guess, so that the next one is at its place. True: it is undecided still. */
static bool decide(upcr_pts_t *guess) {
  const struct upcr_far_page *page = upcr_far_cache_find(*guess);
  if (page && page->reads < UPCR_FAR_CACHE_REREAD)
    return true;
  if (page)
    earn(WORTH);
  *guess = undecided[--undecided_count];
  return false;
}

/* Checks a few guesses, so that a miss takes few instructions. */
static void decide_some(void) {
  enum { SOME = 4 };
  for (unsigned i = 0; i < SOME && undecided_count > 0; i++) {
    next = next < undecided_count ? next : 0;
    next += decide(&undecided[next]);
  }
}

void upcr_guess_synchronised(void) {
  for (next = 0; next < undecided_count;)
    next += decide(&undecided[next]);
  undecided_count = 0;
}

static struct window *window_of(upcr_pts_t first) {
  upcr_pts_t base = first & ~(upcr_pts_t)(WINDOW - 1);
  struct window *w = &windows[base / WINDOW * 0x9e3779b97f4a7c15u >> (64 - LOG_WINDOWS)];
  if (w->base != base || w->epoch != upcr_far_cache.epoch)
    *w = (struct window){.base = base, .epoch = upcr_far_cache.epoch};
  return w;
}

static void note_miss(struct window *w, upcr_pts_t first) {
  w->low = w->misses == 0 || first < w->low ? first : w->low;
  w->high = first > w->high ? first : w->high;
  w->misses++;
}

/* The pages of what p's thread has of its object; most 0: it is not known. */
static struct upcr_guess object_of(upcr_pts_t p) {
  struct upcr_known_block block = upcr_known_block_of(p);
  if (block.bytes == 0)
    block = upcr_far_heap_of(p);
  if (block.bytes == 0)
    return (struct upcr_guess){0};
  upcr_pts_t low = upcr_far_page_of(block.first);
  upcr_pts_t high = upcr_far_page_of(block.first + block.bytes - 1);
  upcr_pts_t pages = (high - low) / PAGE + 1;
  return (struct upcr_guess){low, high, pages < UINT_MAX ? (unsigned)pages : UINT_MAX};
}

/* Pages between and around those that were missed. */
static struct upcr_guess around(const struct window *w) {
  enum { LONGEST = 6 /* 2^6 pages: no request has more */ };
  upcr_pts_t margin = upcr_far_page_of((w->high - w->low) / (w->misses - 1));
  upcr_pts_t end = w->base + WINDOW - PAGE;
  return (struct upcr_guess){.low = w->low - w->base < margin ? w->base : w->low - margin,
                             .high = end - w->high < margin ? end : w->high + margin,
                             .most = 1u << less(w->misses - 1, LONGEST)};
}

static struct upcr_guess within(struct upcr_guess g, struct upcr_guess object) {
  if (object.most == 0)
    return g;
  return (struct upcr_guess){.low = g.low > object.low ? g.low : object.low,
                             .high = g.high < object.high ? g.high : object.high,
                             .most = less(g.most, object.most)};
}

static struct upcr_guess guess(upcr_pts_t p, const struct window *w) {
  struct upcr_guess object = object_of(p);
  upcr_pts_t first = upcr_far_page_of(p);
  bool is_first = w->misses == 1;
  bool is_small = object.most > 0 && object.most <= less(credit, UPCR_FAR_CACHE_SPAN);
  if (is_small && (!is_first || object.most + FIRST / 2 <= credit))
    return object;
  if (is_first)
    return (struct upcr_guess){first, first, !is_small && credit > FIRST / 2};
  return within(around(w), object);
}

bool upcr_guess_may_be_made(void) {
  static UPCR_PER_THREAD unsigned misses;
  if (credit == 0 && ++misses % PAUSE == 0)
    decide_some();
  return credit > 0;
}

struct upcr_guess upcr_guess_around(upcr_pts_t p) {
  upcr_pts_t first = upcr_far_page_of(p);
  struct window *w = window_of(first);
  note_miss(w, first);
  decide_some();
  struct upcr_guess g = guess(p, w);
  g.most = less(less(g.most, credit), UNDECIDED - undecided_count);
  return g;
}

void upcr_guess_fetched(upcr_pts_t first, unsigned n) {
  credit -= less(n, credit);
  for (; n > 0 && undecided_count < UNDECIDED; n--, first += PAGE)
    undecided[undecided_count++] = first;
}
