/* SPDX-License-Identifier: Apache-2.0 */
/* Relaxed far accesses that find their bytes in the far cache (far_cache.h). Only what is certain
 * with few instructions is done here; read_ahead.c and far_cache_stores.c have the rules. A cached
 * page is memory of a segment, so a hit needs no further check of the pointer. */
#ifndef UPCR_CORE_FAR_CACHE_HITS_H
#define UPCR_CORE_FAR_CACHE_HITS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <upcr/upcr.h>

#include "far_cache.h"

/* True if [p, p + n) lies in one part of `bytes` bytes, a power of two. */
UPCR_HIT bool upcr_far_cache_is_within(upcr_pts_t p, size_t n, size_t bytes) {
  return (p & (bytes - 1)) + n <= bytes;
}

/* Outside of loops that count, counts reads of the same bytes. False: too many in a row. */
UPCR_HIT bool upcr_far_cache_is_another(const struct upcr_far_page *page, upcr_pts_t p) {
  if (upcr_counted.open > 0)
    return true;
  if (p == upcr_far_cache.last)
    return ++upcr_far_cache.repeats < page->limit;
  upcr_far_cache.last = p;
  upcr_far_cache.repeats = 0;
  return true;
}

UPCR_HIT bool upcr_far_cache_read_locked(void *dst, upcr_pts_t p, size_t n) {
  upcr_pts_t first = upcr_far_page_of(p);
  struct upcr_far_page *page = upcr_far_cache_find(first);
  uint32_t line = upcr_far_cache_bits(upcr_far_line(p), 1);
  if (!page || !upcr_far_cache_is_fresh(page, first) || (page->lines & line) == 0 ||
      !upcr_far_cache_is_another(page, p))
    return false;
  page->reads++;
  page->used |= line;
  memcpy(dst, page->bytes + upcr_far_in_page(p), n);
  return true;
}

/* Reads n >= 1 bytes, a constant, into dst. False: nothing was read. */
UPCR_HIT bool upcr_far_cache_hit_read(void *dst, upcr_pts_t p, size_t n) {
  if (!upcr_far_cache_is_within(p, n, UPCR_FAR_LINE) || !upcr_far_cache_try_reserved())
    return false;
  bool done = upcr_far_cache_read_locked(dst, p, n);
  upcr_far_cache_end_reserved();
  return done;
}

/* True if no line of [p, p + n), n >= 1, is missing. */
UPCR_HIT bool upcr_far_cache_has(upcr_pts_t p, size_t n) {
  upcr_pts_t first = upcr_far_page_of(p);
  if (!upcr_far_cache_is_within(p, n, UPCR_FAR_PAGE) || !upcr_far_cache_try_reserved())
    return false;
  const struct upcr_far_page *page = upcr_far_cache_find(first);
  unsigned line = upcr_far_line(p);
  uint32_t wanted = upcr_far_cache_bits(line, upcr_far_line(p + n - 1) - line + 1);
  bool has = page && upcr_far_cache_is_fresh(page, first) && (wanted & ~page->lines) == 0;
  upcr_far_cache_end_reserved();
  return has;
}

/* While bytes come to a page nothing else changes it. */
UPCR_HIT bool upcr_far_cache_store_locked(upcr_pts_t p, const void *src, size_t n) {
  upcr_pts_t first = upcr_far_page_of(p);
  struct upcr_far_page *page = upcr_far_cache_find(first);
  size_t at = upcr_far_in_page(p);
  if (!page || !page->stored_words || page->coming || !upcr_far_cache_is_fresh(page, first))
    return false;
  memcpy(page->bytes + at, src, n);
  page->stored[at / 64] |= ~(uint64_t)0 >> (64 - n) << at % 64;
  page->stored_words |= (uint64_t)1 << at / 64;
  return true;
}

/* Stores n bytes, a constant from 1 to 64, to a page with stores that are not sent. False: nothing
 * was stored. */
UPCR_HIT bool upcr_far_cache_hit_store(upcr_pts_t p, const void *src, size_t n) {
  if (upcr_counted.open == 0 || (upcr_now.far_relaxed & UPCR_CACHED_STORES) == 0 ||
      !upcr_far_cache_is_within(p, n, 64) || !upcr_far_cache_try_reserved())
    return false;
  bool done = upcr_far_cache_store_locked(p, src, n);
  upcr_far_cache_end_reserved();
  return done;
}

#endif
