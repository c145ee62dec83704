/* SPDX-License-Identifier: Apache-2.0 */
/* Relaxed far accesses that find their bytes in the kept pages (kept_pages.h). Only what is certain
 * with few instructions is done here; read_ahead.c and kept_stores.c have the rules. A kept page is
 * memory of a segment, so a hit needs no further check of the pointer. */
#ifndef UPCR_CORE_KEPT_HITS_H
#define UPCR_CORE_KEPT_HITS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <upcr/upcr.h>

#include "kept_pages.h"

/* True if [p, p + n) lies in one part of `bytes` bytes, a power of two. */
UPCR_HIT bool upcr_kept_is_within(upcr_pts_t p, size_t n, size_t bytes) {
  return (p & (bytes - 1)) + n <= bytes;
}

/* Outside of loops that count, counts reads of the same bytes. False: too many in a row. */
UPCR_HIT bool upcr_kept_is_another(const struct upcr_kept_page *page, upcr_pts_t p) {
  if (upcr_counted.open > 0)
    return true;
  if (p == upcr_kept.last)
    return ++upcr_kept.repeats < page->limit;
  upcr_kept.last = p;
  upcr_kept.repeats = 0;
  return true;
}

UPCR_HIT bool upcr_kept_read_locked(void *dst, upcr_pts_t p, size_t n) {
  upcr_pts_t first = upcr_kept_page_of(p);
  struct upcr_kept_page *page = upcr_kept_find(first);
  uint32_t line = upcr_kept_bits(upcr_kept_line(p), 1);
  if (!page || !upcr_kept_is_fresh(page, first) || (page->lines & line) == 0 ||
      !upcr_kept_is_another(page, p))
    return false;
  page->reads++;
  page->used |= line;
  memcpy(dst, page->bytes + upcr_kept_in_page(p), n);
  return true;
}

/* Reads n >= 1 bytes, a constant, into dst. False: nothing was read. */
UPCR_HIT bool upcr_kept_hit_read(void *dst, upcr_pts_t p, size_t n) {
  if (!upcr_kept_is_within(p, n, UPCR_KEPT_LINE) || !upcr_kept_try_reserved())
    return false;
  bool done = upcr_kept_read_locked(dst, p, n);
  upcr_kept_end_reserved();
  return done;
}

/* True if no line of [p, p + n), n >= 1, is missing. */
UPCR_HIT bool upcr_kept_has(upcr_pts_t p, size_t n) {
  upcr_pts_t first = upcr_kept_page_of(p);
  if (!upcr_kept_is_within(p, n, UPCR_KEPT_PAGE) || !upcr_kept_try_reserved())
    return false;
  const struct upcr_kept_page *page = upcr_kept_find(first);
  unsigned line = upcr_kept_line(p);
  uint32_t wanted = upcr_kept_bits(line, upcr_kept_line(p + n - 1) - line + 1);
  bool has = page && upcr_kept_is_fresh(page, first) && (wanted & ~page->lines) == 0;
  upcr_kept_end_reserved();
  return has;
}

/* While bytes come to a page nothing else changes it. */
UPCR_HIT bool upcr_kept_store_locked(upcr_pts_t p, const void *src, size_t n) {
  upcr_pts_t first = upcr_kept_page_of(p);
  struct upcr_kept_page *page = upcr_kept_find(first);
  size_t at = upcr_kept_in_page(p);
  if (!page || !page->stored_words || page->coming || !upcr_kept_is_fresh(page, first))
    return false;
  memcpy(page->bytes + at, src, n);
  page->stored[at / 64] |= ~(uint64_t)0 >> (64 - n) << at % 64;
  page->stored_words |= (uint64_t)1 << at / 64;
  return true;
}

/* Stores n bytes, a constant from 1 to 64, to a page with stores that are not sent. False: nothing
 * was stored. */
UPCR_HIT bool upcr_kept_hit_store(upcr_pts_t p, const void *src, size_t n) {
  if (upcr_counted.open == 0 || (upcr_now.far_relaxed & UPCR_STORES_KEPT) == 0 ||
      !upcr_kept_is_within(p, n, 64) || !upcr_kept_try_reserved())
    return false;
  bool done = upcr_kept_store_locked(p, src, n);
  upcr_kept_end_reserved();
  return done;
}

#endif
