/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of far arrays that a loop reads by arbitrary subscripts, `sum += a[b[i]]`.
 *
 * The compiler has proved (passes/gather.rs) that the loop does not synchronise, does not wait, and
 * does not write to the array. So its relaxed reads may be made early (UPC 1.3, 5.1.2.3). A copy
 * reads only existing elements: it cannot trap, whatever the subscripts are.
 *
 * This file decides whether the copy pays. It takes a message for each far thread, and memory for
 * the array. So the copy is made if the loop is known to make many reads, or after it has made
 * many, when these have taken about as long as the copy will. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../mem/job.h"
#include "../net/net.h"
#include "far_cache.h"
#include "transfer.h"

enum {
  DUE = 8,            /* copy before the loop if it has a read for so many far elements */
  MADE = 64,          /* the same if reads are counted during the loop */
  FEW = 16,           /* too few reads for a copy */
  MOST = 256 << 20,   /* largest array to copy, in bytes */
  LEAST_IN_PAGE = 512 /* bytes of a part for which a page is fetched */
};

/* The number of far threads, the same for all threads of a process. -1: not counted yet. */
static atomic_int far_threads = -1;

static int count_far(void) {
  int n = atomic_load_explicit(&far_threads, memory_order_relaxed);
  if (n < 0) {
    n = 0;
    for (int t = 0; t < upcr_self.threads; t++)
      n += upcr_self.map[t] == 0;
    atomic_store_explicit(&far_threads, n, memory_order_relaxed);
  }
  return n;
}

int upcr_some_far(void) { return count_far() != 0; }

static int parts(const struct upcr_gather *g) { return g->block == 0 ? 1 : upcr_self.threads; }

static upcr_pts_t far_part(const struct upcr_gather *g, int t) {
  return upcr_pts_make((unsigned long)t, upcr_pts_offset(g->start));
}

static upcr_net_handle_t start_get(const struct upcr_gather *g, char *to, int t) {
  return upcr_net->get_nb(to + (size_t)t * g->local, far_part(g, t), g->local, UPCR_MEMORY_HOST);
}

static char *near_part(const struct upcr_gather *g, int t) {
  char *base = upcr_self.map[t];
  return base ? base + upcr_pts_make((unsigned long)t, upcr_pts_offset(g->start)) : (char *)0;
}

/* A part in one page is read through the page, which stays cached until the thread synchronises:
 * other arrays of the loop may lie there too. What was used of the page before is fetched, or all
 * of it at first. */
static void start_page(struct upcr_far_page *page, upcr_pts_t first, uint32_t wanted) {
  bool is_known = page->first == first && page->reads >= UPCR_FAR_CACHE_REREAD;
  uint32_t lines = wanted | (is_known ? page->used : UPCR_FAR_CACHE_ALL);
  unsigned low = (unsigned)__builtin_ctz(lines), high = 31 - (unsigned)__builtin_clz(lines);
  if (!upcr_far_cache_is_valid(page, first) || page->span == 0)
    upcr_far_cache_begin(page, first, 1);
  upcr_far_cache_start_fetch(page, low, high - low + 1);
}

static uint32_t lines_of(upcr_pts_t p, size_t n) {
  unsigned line = upcr_far_line(p);
  return upcr_far_cache_bits(line, upcr_far_line(p + n - 1) - line + 1);
}

static bool is_kept(const struct upcr_far_page *page, upcr_pts_t p, size_t n) {
  return page && !page->coming && upcr_far_cache_is_valid(page, upcr_far_page_of(p)) &&
         page->span > 0 && (lines_of(p, n) & ~page->lines) == 0;
}

/* The bytes of [p, end) in the page of p. */
static size_t in_page_of(upcr_pts_t p, upcr_pts_t end) {
  size_t rest = UPCR_FAR_PAGE - upcr_far_in_page(p);
  return end - p < rest ? end - p : rest;
}

static bool are_kept(upcr_pts_t p, upcr_pts_t end) {
  for (size_t n; p < end; p += n) {
    n = in_page_of(p, end);
    if (!is_kept(upcr_far_cache_find(upcr_far_page_of(p)), p, n))
      return false;
  }
  return true;
}

/* The loop may have read the part before, or other arrays beside it. False: it is not cached, and
 * not under way to a page. */
static bool start_part(upcr_pts_t p, size_t n) {
  bool is_short = n >= LEAST_IN_PAGE && upcr_far_in_page(p) + n <= UPCR_FAR_PAGE;
  if (n > (size_t)UPCR_FAR_CACHE_SPAN * UPCR_FAR_PAGE)
    return false;
  upcr_far_cache_lock();
  bool comes = upcr_far_cache_make() && (is_short || are_kept(p, p + n));
  if (comes && is_short) {
    struct upcr_far_page *page = upcr_far_cache_place(upcr_far_page_of(p));
    upcr_far_cache_await(page);
    if (!is_kept(page, p, n))
      start_page(page, upcr_far_page_of(p), lines_of(p, n));
  }
  upcr_far_cache_unlock();
  return comes;
}

static void copy_kept(char *to, upcr_pts_t p, upcr_pts_t end) {
  for (size_t n; p < end; p += n, to += n) {
    n = in_page_of(p, end);
    struct upcr_far_page *page = upcr_far_cache_find(upcr_far_page_of(p));
    memcpy(to, page->bytes + upcr_far_in_page(p), n);
    page->reads += (int)(n / sizeof(uint64_t));
    page->used |= lines_of(p, n);
  }
}

/* False: another page has taken a place, or a page is too old. */
static bool take_part(char *to, upcr_pts_t p, size_t n) {
  upcr_far_cache_lock();
  struct upcr_far_page *page = upcr_far_cache_find(upcr_far_page_of(p));
  if (page)
    upcr_far_cache_await(page);
  bool is_there = are_kept(p, p + n);
  if (is_there)
    copy_kept(to, p, p + n);
  upcr_far_cache_unlock();
  return is_there;
}

static const upcr_net_handle_t in_page = UPCR_NET_PUTS; /* no transfer's */

/* Gets the parts of the threads; all gets are under way at once. */
static bool fetch(const struct upcr_gather *g, char *to) {
  int n = parts(g);
  upcr_net_handle_t *transfer = calloc((size_t)n, sizeof *transfer);
  if (!transfer)
    return false;
  for (int t = 0; t < n; t++)
    if (!near_part(g, t))
      transfer[t] = start_part(far_part(g, t), g->local) ? in_page : start_get(g, to, t);
  for (int t = 0; t < n; t++)
    if (near_part(g, t))
      memcpy(to + (size_t)t * g->local, near_part(g, t), g->local);
    else if (transfer[t] != in_page)
      upcr_net->wait(transfer[t]);
    else if (!take_part(to + (size_t)t * g->local, far_part(g, t), g->local))
      upcr_net->wait(start_get(g, to, t));
  free(transfer);
  return true;
}

/* Arranges the elements in order, from the parts of the threads. */
static void put_in_order(const struct upcr_gather *g, char *to, const char *from) {
  unsigned long threads = (unsigned long)parts(g), block = 0;
  for (unsigned long first = 0; first < g->elems; first += g->block, block++) {
    unsigned long rest = g->elems - first, n = rest < g->block ? rest : g->block;
    const char *at = from + block % threads * g->local + block / threads * g->block * g->elem_size;
    memcpy(to + first * g->elem_size, at, n * g->elem_size);
  }
}

static bool is_in_order(const struct upcr_gather *g) {
  return g->block == 0 || g->block * g->elem_size == g->local;
}

/* If there is no memory for a copy, the loop goes on without one. */
static void copy_array(struct upcr_gather *g) {
  size_t bytes = (size_t)parts(g) * g->local;
  char *all = bytes > MOST ? 0 : malloc(bytes);
  char *ordered = all && !is_in_order(g) ? malloc(g->elems * g->elem_size) : 0;
  g->left = ~0ul;
  if (!all || (!ordered && !is_in_order(g)) || !fetch(g, all)) {
    free(ordered);
    free(all);
    return;
  }
  if (ordered) {
    put_in_order(g, ordered, all);
    free(all);
  }
  g->copy = ordered ? ordered : all;
  g->copied = g->elems;
}

static unsigned long far_elems(const struct upcr_gather *g) {
  int far = g->block == 0 ? upcr_self.map[0] == 0 : count_far();
  return (unsigned long)far * (g->local / g->elem_size);
}

void upcr_gather_begin(struct upcr_gather *g, upcr_pts_t start, unsigned long elems,
                       unsigned long block, unsigned long elem_size, unsigned long local,
                       long due) {
  *g = (struct upcr_gather){
      .start = start, .elems = elems, .block = block, .elem_size = elem_size, .local = local};
  unsigned long far = far_elems(g);
  g->left = FEW + far / MADE;
  if (far > 0 && due > FEW && (unsigned long)due >= far / DUE)
    copy_array(g);
}

/* Not inlined: reads that are made many times save no registers for it. */
static __attribute__((noinline)) upcr_pts_t copy_and_go_on(struct upcr_gather *g, upcr_pts_t at) {
  copy_array(g);
  return at;
}

static upcr_pts_t element(const struct upcr_gather *g, long elem) {
  return g->block == 0 ? g->start + (unsigned long)elem * g->elem_size
                       : upcr_idxb(g->start, elem, g->block, g->elem_size);
}

/* Subscripts beyond the ends of an array continue as in pointer arithmetic. */
upcr_pts_t upcr_gather_miss(struct upcr_gather *g, long elem, unsigned long offset) {
  upcr_pts_t at = element(g, elem) + offset;
  unsigned long thread = upcr_thread(at);
  bool is_far = thread < (unsigned long)upcr_self.threads && upcr_self.map[thread] == 0;
  return is_far && g->left-- == 0 ? copy_and_go_on(g, at) : at;
}

void upcr_gather_end(struct upcr_gather *g) { free(g->copy); }
