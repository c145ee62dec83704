/* SPDX-License-Identifier: Apache-2.0 */
/* Far pages that a thread will probably read are fetched by one request:
 *
 *   again    Pages that follow each other, and that were read between the same two earlier
 *            synchronisations, are read again together as a rule: a stencil sweeps over a grid in
 *            each step. Only those count of which several words were read, so a page that was
 *            fetched in vain is not fetched like that twice.
 *   stream   If the page before was read, so is the next one. Each request is for twice as many
 *            pages as the one before, as in an operating system's read-ahead. So at most as much
 *            memory is fetched in vain as was read.
 *
 * A request has at most a quarter of the kept pages. If pages are replaced before they are read,
 * because many streams share the places, requests become shorter. */
#include "read_spans.h"

#include <stdlib.h>
#include <string.h>

#include "../base/atomics.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "kept_pages.h"

enum { PAGE = UPCR_KEPT_PAGE, MOST = UPCR_KEPT_LINES * 3 / 4 };

struct span {
  upcr_pts_t first;
  unsigned n;      /* pages, 0: none */
  unsigned length; /* of the stream that they belong to, in pages */
};

static UPCR_PER_THREAD char *room; /* [UPCR_KEPT_SPAN * PAGE] */
static UPCR_PER_THREAD unsigned most = UPCR_KEPT_SPAN;

void upcr_span_was_vain(void) { most = most > 1 ? most / 2 : 1; }

void upcr_span_synchronised(void) { most = most < UPCR_KEPT_SPAN ? most * 2 : UPCR_KEPT_SPAN; }

static unsigned limit(void) {
  size_t quarter = upcr_kept_count() / 4;
  if (!room && !(room = malloc((size_t)UPCR_KEPT_SPAN * PAGE)))
    return 1;
  return quarter < most ? quarter ? (unsigned)quarter : 1 : most;
}

static bool is_in_segment(upcr_pts_t first) {
  uint64_t offset = upcr_pts_offset(first);
  return offset >= UPCR_STATIC_BASE && offset + PAGE <= (uint64_t)upcr_job->segment_stride;
}

static bool may_be_fetched(upcr_pts_t first) {
  const struct upcr_kept_page *page = upcr_kept_find(first);
  return is_in_segment(first) && !(page && upcr_kept_is_valid(page, first));
}

/* True if most lines were fetched: reads at distances of several lines leave some out. */
static bool is_fetched(const struct upcr_kept_page *page) {
  return __builtin_popcount(page->lines) >= MOST;
}

/* True if the page was read in this epoch, which is past. */
static bool was_read(upcr_pts_t first, uint64_t epoch) {
  const struct upcr_kept_page *page = upcr_kept_find(first);
  return page && upcr_kept_is_past(page) && page->epoch == epoch && is_fetched(page) &&
         (page->reads >= UPCR_KEPT_REREAD || page->vain < UPCR_KEPT_VAIN) && is_in_segment(first);
}

/* The pages around this one that were read together. */
static struct span again(upcr_pts_t first) {
  const struct upcr_kept_page *page = upcr_kept_find(first);
  struct span s = {first, 0, 1};
  if (!page || !was_read(first, page->epoch))
    return s;
  for (s.n = 1; s.n < limit() && was_read(first + s.n * PAGE, page->epoch);)
    s.n++;
  for (; s.n < limit() && was_read(s.first - PAGE, page->epoch); s.n++)
    s.first -= PAGE;
  return s;
}

/* The pages from this one on, if the page before is there. */
static struct span stream(upcr_pts_t first) {
  const struct upcr_kept_page *before = upcr_kept_find(first - PAGE);
  struct span s = {first, 0, 1};
  if (!before || upcr_kept_count() == 1 || !is_fetched(before) ||
      !upcr_kept_is_valid(before, first - PAGE))
    return s;
  unsigned n = before->span * 2 < limit() ? before->span * 2 : limit();
  for (s.n = 1; s.n < n && may_be_fetched(first + s.n * PAGE);)
    s.n++;
  s.length = s.n;
  return s;
}

/* Places are given from the last page on, since the first one given is the first one taken. */
static void begin(struct span s) {
  for (unsigned i = s.n; i-- > 0;)
    upcr_kept_begin(upcr_kept_place(s.first + i * PAGE), s.first + i * PAGE, s.length);
}

static void fetch(struct span s) {
  begin(s);
  if (s.n == 1) {
    upcr_kept_fetch(upcr_kept_find(s.first), 0, UPCR_KEPT_LINES);
    return;
  }
  upcr_net->get(room, s.first, (size_t)s.n * PAGE, UPCR_MEMORY_HOST);
  for (unsigned i = 0; i < s.n; i++) {
    struct upcr_kept_page *page = upcr_kept_find(s.first + i * PAGE);
    if (!page)
      continue; /* another one of the span took the place */
    memcpy(page->bytes, room + (size_t)i * PAGE, PAGE);
    upcr_kept_set_lines(page, UPCR_KEPT_ALL);
  }
  upcr_kept_note();
}

bool upcr_span_fetch(upcr_pts_t first) {
  struct span s = again(first);
  if (s.n == 0)
    s = stream(first);
  if (s.n > 0)
    fetch(s);
  return s.n > 0;
}
