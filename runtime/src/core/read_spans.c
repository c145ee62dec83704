/* SPDX-License-Identifier: Apache-2.0 */
/* Far pages that a thread will probably read are fetched by one request:
 *
 *   again    Pages that follow each other, and that were read between the same two earlier
 *            synchronisations, are read again together as a rule: a stencil sweeps over a grid in
 *            each step. Only those intervals count in which several words of the page were read,
 *            and the last two of them: a page may belong to a sweep over an array and one over half
 *            of it. A page that was fetched in vain is not fetched like that twice.
 *   stream   If the page before was read, so is the next one; the same downwards. Each request is
 *            for twice as many pages as the one before, as in an operating system's read-ahead. So
 *            at most as much memory is fetched in vain as was read.
 *   guess    In loops that count, pages around one that is read at random (read_guesses.c).
 *
 * A request has at most a quarter of the cache's pages. If pages are replaced before they are read,
 * because many streams share the places, requests become shorter. */
#include "read_ahead.h"

#include <stdlib.h>
#include <string.h>

#include "../base/atomics.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "far_cache.h"

enum { PAGE = UPCR_FAR_PAGE, MOST = UPCR_FAR_LINES * 3 / 4 };

struct span {
  upcr_pts_t first;
  unsigned n;      /* pages, 0: none */
  unsigned length; /* of the stream that they belong to, in pages */
  bool guessed;
};

static struct span none(upcr_pts_t first) { return (struct span){.first = first, .length = 1}; }

static UPCR_PER_THREAD char *room; /* [UPCR_FAR_CACHE_SPAN * PAGE] */
static UPCR_PER_THREAD unsigned most = UPCR_FAR_CACHE_SPAN;

void upcr_span_was_vain(void) { most = most > 1 ? most / 2 : 1; }

void upcr_span_synchronised(void) {
  most = most < UPCR_FAR_CACHE_SPAN ? most * 2 : UPCR_FAR_CACHE_SPAN;
}

static unsigned limit(void) {
  size_t quarter = upcr_far_cache_count() / 4;
  if (!room && !(room = malloc((size_t)UPCR_FAR_CACHE_SPAN * PAGE)))
    return 1;
  return quarter < most ? quarter ? (unsigned)quarter : 1 : most;
}

static bool is_in_segment(upcr_pts_t first) {
  uint64_t offset = upcr_pts_offset(first);
  return offset >= UPCR_STATIC_BASE && offset + PAGE <= (uint64_t)upcr_job->segment_stride;
}

/* True if no byte of the page is cached, nor a store to it. A word of it may have been read. */
static bool may_be_fetched(upcr_pts_t first) {
  const struct upcr_far_page *page = upcr_far_cache_find(first);
  if (!is_in_segment(first) || (page && page->stored_words))
    return false;
  return !page || !(page->lines | page->coming) || !upcr_far_cache_is_valid(page, first);
}

/* True if most lines were fetched: reads at distances of several lines leave some out. */
static bool is_fetched(const struct upcr_far_page *page) {
  return __builtin_popcount(page->lines) >= MOST;
}

/* True if only the line of p was read of its page, or two that follow each other, as the members of
 * one object: read_ahead.c fetches these. */
static bool is_narrow(const struct upcr_far_page *page, upcr_pts_t p) {
  return (page->used >> upcr_far_line(p) & 1) && page->used >> __builtin_ctz(page->used) <= 3;
}

/* The last two epochs in which several words of the page were read. */
struct epochs {
  uint64_t last, before;
};

static struct epochs epochs_of(const struct upcr_far_page *page) {
  if (page->reads >= UPCR_FAR_CACHE_REREAD && page->epoch != page->read_in[0])
    return (struct epochs){page->epoch, page->read_in[0]};
  return (struct epochs){page->read_in[0], page->read_in[1]};
}

static bool has(struct epochs epochs, uint64_t epoch) {
  return epochs.last == epoch || epochs.before == epoch;
}

/* True if the page was read in this epoch and is no longer valid. */
static bool was_read(upcr_pts_t first, uint64_t epoch) {
  const struct upcr_far_page *page = upcr_far_cache_find(first);
  return page && has(epochs_of(page), epoch) && is_fetched(page) &&
         !upcr_far_cache_is_valid(page, first) &&
         (page->reads >= UPCR_FAR_CACHE_REREAD || page->vain < UPCR_FAR_CACHE_VAIN) &&
         is_in_segment(first);
}

/* The pages around this one that were read in this epoch. */
static struct span in_epoch(upcr_pts_t first, uint64_t epoch) {
  struct span s = none(first);
  if (epoch == UPCR_FAR_CACHE_NEVER || !was_read(first, epoch))
    return s;
  for (s.n = 1; s.n < limit() && was_read(first + s.n * PAGE, epoch);)
    s.n++;
  for (; s.n < limit() && was_read(s.first - PAGE, epoch); s.n++)
    s.first -= PAGE;
  return s;
}

/* The page of p and those that were read together with it. */
static struct span again(upcr_pts_t p) {
  upcr_pts_t first = upcr_far_page_of(p);
  const struct upcr_far_page *page = upcr_far_cache_find(first);
  if (!page)
    return none(first);
  struct epochs epochs = epochs_of(page);
  struct span last = in_epoch(first, epochs.last), before = in_epoch(first, epochs.before);
  struct span s = before.n > last.n ? before : last;
  return s.n == 1 && is_narrow(page, p) ? none(first) : s;
}

static bool is_vain_guess(const struct upcr_far_page *page) {
  return page->guessed && page->reads < UPCR_FAR_CACHE_REREAD;
}

/* The pages to fetch if a stream went on from this neighbour; 0: it is not there. */
static unsigned twice(upcr_pts_t neighbour) {
  const struct upcr_far_page *page = upcr_far_cache_find(neighbour);
  if (!page || upcr_far_cache_count() == 1 || !is_fetched(page) ||
      !upcr_far_cache_is_valid(page, neighbour) || is_vain_guess(page))
    return 0;
  return page->span * 2 < limit() ? page->span * 2 : limit();
}

/* The pages from this one on, if the page before is there; those up to it, if the page behind is:
 * lists that grow at their head lead downwards. */
static struct span stream(upcr_pts_t first) {
  struct span s = none(first);
  unsigned up = twice(first - PAGE), down = up ? 0 : twice(first + PAGE);
  if (up + down == 0)
    return s;
  for (s.n = 1; s.n < up && may_be_fetched(first + s.n * PAGE);)
    s.n++;
  for (; s.n < down && may_be_fetched(s.first - PAGE); s.n++)
    s.first -= PAGE;
  s.length = s.n;
  return s;
}

/* True if few words of the page, or few lines, were read when it was here last to be read. */
static bool was_read_little(upcr_pts_t p) {
  const struct upcr_far_page *page = upcr_far_cache_find(upcr_far_page_of(p));
  return page && upcr_far_cache_is_past(page) && page->span > 0 &&
         (page->reads < UPCR_FAR_CACHE_REREAD || is_narrow(page, p));
}

/* The page of p and others around it. */
static struct span guess(upcr_pts_t p) {
  upcr_pts_t first = upcr_far_page_of(p);
  struct span s = none(first);
  if (upcr_far_cache_loop() == 0 || !upcr_guess_may_be_made() || was_read_little(p))
    return s;
  struct upcr_guess g = upcr_guess_around(p);
  unsigned most = g.most < limit() ? g.most : limit();
  if (most == 0 || !may_be_fetched(first))
    return s;
  for (s.n = 1; s.n < most && first + s.n * PAGE <= g.high && may_be_fetched(first + s.n * PAGE);)
    s.n++;
  for (; s.n < most && s.first > g.low && may_be_fetched(s.first - PAGE); s.n++)
    s.first -= PAGE;
  upcr_guess_fetched(s.first, s.n);
  s.guessed = true;
  return s;
}

/* Places are given from the last page on, since the first one given is the first one taken. */
static void begin(struct span s) {
  for (unsigned i = s.n; i-- > 0;) {
    upcr_pts_t first = s.first + i * PAGE;
    struct upcr_far_page *page = upcr_far_cache_place(first);
    upcr_far_cache_begin(page, first, s.length);
    upcr_far_cache_note_time(page);
    page->guessed = s.guessed;
  }
}

static void fetch(struct span s) {
  begin(s);
  if (s.n == 1) {
    upcr_far_cache_fetch(upcr_far_cache_find(s.first), 0, UPCR_FAR_LINES);
    return;
  }
  upcr_net->get(room, s.first, (size_t)s.n * PAGE, UPCR_MEMORY_HOST);
  for (unsigned i = 0; i < s.n; i++) {
    struct upcr_far_page *page = upcr_far_cache_find(s.first + i * PAGE);
    if (!page)
      continue; /* another one of the span took the place */
    memcpy(page->bytes, room + (size_t)i * PAGE, PAGE);
    upcr_far_cache_set_lines(page, UPCR_FAR_CACHE_ALL);
  }
  upcr_far_cache_note();
}

bool upcr_span_fetch(upcr_pts_t p) {
  struct span s = again(p);
  if (s.n == 0)
    s = stream(upcr_far_page_of(p));
  if (s.n == 0)
    s = guess(p);
  if (s.n > 0)
    fetch(s);
  return s.n > 0;
}
