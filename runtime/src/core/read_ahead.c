/* SPDX-License-Identifier: Apache-2.0 */
/* Read-ahead of far memory into the far cache. A relaxed far read is a round trip. The second read
 * in a page fetches its whole line, further ones more lines at a time. Pages that will probably be
 * read are fetched together (read_spans.c). Random reads of more pages than the cache has stay
 * reads of words. (MuPC has such a cache of 256 lines of 1 KiB: the GMTU report of docs/papers.md,
 * 4.5.7.)
 *
 * Cached lines are used only until the thread's next strict access, fence, lock, barrier,
 * collective or other synchronisation (upcr_settle_far). A relaxed read may be performed anywhere
 * between two of these, so no read returns a value older than the memory model permits. The
 * thread's own writes change the cached lines. For loops that wait for a relaxed variable, the
 * ninth read in a row of the same bytes asks their owner, and so do the next ones. If the bytes
 * stay the same, only the 16th read after that does, then the 32nd, and so on, at most the 256th;
 * and a page stays for at most READS reads (far_cache.c). After as many reads as it has words it
 * stays for at most one tick of the system's coarse clock (1 to 10 ms). Then its cached lines are
 * fetched again.
 *
 * These limits do not hold in a loop that certainly does not wait (passes/counted.rs,
 * upcr_counted_begin), for pages that were fetched in it. There the second read in a page fetches
 * all of it. A page is fetched again after a million reads there too: a loop that follows links may
 * go round a cycle until another thread breaks it. models/far_cache_reads.pml bounds by these
 * limits how often a read returns an old value.
 *
 * The compiler announces reads that will follow (passes/together/, upcr_far_expect). Their lines
 * are fetched without waiting, one transfer a page.
 *
 * Fetched are only lines of pages that the program reads or has read before, and of the pages
 * behind these, so little unused memory is touched. */
#include "remote.h"

#include <stdbool.h>
#include <string.h>

#include "../base/atomics.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "../net/net.h"
#include "far_cache_hits.h"
#include "far_cache.h"
#include "read_ahead.h"

enum {
  PAGE = UPCR_FAR_PAGE,
  GROWTH = 3, /* lines of the next request per present line */
  AT_ONCE = 4 /* requests for repeated bytes, one after the other, before they become rarer */
};

static bool is_counted(void) { return upcr_counted.open > 0; }

/* Starts to fetch more of a page that was read before: `least` lines from `line` on, and others
 * behind them; before them if the next one is there and the one before is not. */
static void start_fetch_more(struct upcr_far_page *page, unsigned line, unsigned least) {
  unsigned n = GROWTH * (unsigned)__builtin_popcount(page->lines);
  if (page->loop && page->lines == 0)
    upcr_guess_page_was_read();
  n = n > UPCR_FAR_LINES || page->loop ? UPCR_FAR_LINES : n < least ? least : n;
  bool down =
      line > 0 && (page->lines >> (line - 1) & 3) == 0 && (page->lines >> (line + least) & 1);
  unsigned end = down ? line + least : line + n;
  end = end < n ? n : end > UPCR_FAR_LINES ? UPCR_FAR_LINES : end;
  upcr_far_cache_start_fetch(page, end - n, n);
}

/* Gives the place to the page, and starts to fetch n lines from `line` on, those that were read
 * before the last synchronisation, or cached since then, and those between. */
static void start_anew(struct upcr_far_page *page, upcr_pts_t first, unsigned line, unsigned n) {
  bool known = page->first == first && page->reads >= UPCR_FAR_CACHE_REREAD;
  uint32_t lines = upcr_far_cache_is_past(page) ? page->used : page->lines;
  uint32_t wanted = upcr_far_cache_bits(line, n) | (known ? lines : 0);
  upcr_far_cache_begin(page, first, 1);
  upcr_far_cache_note(); /* a word of it will be kept in mind */
  if (wanted) {
    unsigned low = (unsigned)__builtin_ctz(wanted), high = 31 - (unsigned)__builtin_clz(wanted);
    upcr_far_cache_start_fetch(page, low, high - low + 1);
  }
}

/* The page of p with its line. 0 if the page is read for the first time. */
static struct upcr_far_page *page_with(upcr_pts_t p) {
  upcr_pts_t first = upcr_far_page_of(p);
  struct upcr_far_page *page = upcr_far_cache_place(first);
  unsigned line = upcr_far_line(p);
  if (!upcr_far_cache_is_valid(page, first) || page->span == 0) {
    if (page->stored_words)
      upcr_far_cache_send_stores();
    if (upcr_span_fetch(p))
      return upcr_far_cache_find(first);
    start_anew(page, first, line, 0);
    if (!page->coming)
      return 0;
  }
  upcr_far_cache_await(page);
  if ((page->lines & upcr_far_cache_bits(line, 1)) == 0)
    start_fetch_more(page, line, 1);
  upcr_far_cache_await(page);
  return page;
}

static void copy_bytes(void *dst, const char *src, size_t n) {
  if (n == 8)
    memcpy(dst, src, 8);
  else if (n == 4)
    memcpy(dst, src, 4);
  else
    memcpy(dst, src, n);
}

/* The thread may wait for these bytes to change, so they are requested from the owner. A loop that
 * follows pointers to the same root again and again does not wait: while the bytes stay the same
 * they are requested less often. */
static void request_again(struct upcr_far_page *page, upcr_pts_t p, size_t n) {
  char now[UPCR_FAR_LINE], *kept = page->bytes + upcr_far_in_page(p);
  if (page->stored_words)
    upcr_far_cache_send_stores();
  upcr_net->get(now, p, n, UPCR_MEMORY_HOST);
  if (memcmp(kept, now, n) != 0) {
    memcpy(kept, now, n);
    page->requests = 0;
    page->limit = UPCR_FAR_CACHE_REPEATS;
  }
  if (page->requests++ < AT_ONCE)
    return; /* the next read requests them, too */
  upcr_far_cache.repeats = 0;
  if (page->limit < UPCR_FAR_CACHE_MOST_REPEATS)
    page->limit *= 2;
}

/* What n bytes of one page count as: one read, or those of a row's words. */
enum counts_as { ONE_READ, WORDS };

static int reads_of(size_t n, enum counts_as as) { return as == ONE_READ ? 1 : 1 + (int)(n / 8); }

/* In one page, n up to a line. */
static bool read_lines(void *dst, upcr_pts_t p, size_t n, enum counts_as as) {
  upcr_pts_t end = p + n - 1;
  uint32_t wanted =
      upcr_far_cache_bits(upcr_far_line(p), 1) | upcr_far_cache_bits(upcr_far_line(end), 1);
  struct upcr_far_page *page = page_with(p);
  if (page && upcr_far_line(end) != upcr_far_line(p))
    page = page_with(end);
  if (!page || (page->lines & wanted) != wanted)
    return false; /* the second may have begun the page anew */
  if (upcr_far_cache.repeats >= page->limit && !is_counted())
    request_again(page, p, n);
  page->reads += reads_of(n, as);
  page->used |= wanted;
  copy_bytes(dst, page->bytes + upcr_far_in_page(p), n);
  return true;
}

/* An object of an array of structures may lie in two pages. */
static bool read_kept(void *dst, upcr_pts_t p, size_t n, enum counts_as as) {
  size_t first = PAGE - upcr_far_in_page(p);
  if (n > UPCR_FAR_LINE || !upcr_far_cache_make())
    return false;
  if (n <= first)
    return read_lines(dst, p, n, as);
  return read_lines(dst, p, first, as) && read_lines((char *)dst + first, p + first, n - first, as);
}

/* The announced reads of the calling pthread, of which `p` is the next. If p is cached, the others
 * mostly are. */
static __thread struct {
  upcr_pts_t p;
  unsigned long before, behind;
} here __attribute__((tls_model("initial-exec")));

void upcr_far_expect_here(upcr_pts_t p, unsigned long before, unsigned long behind) {
  here.p = p;
  here.before = before;
  here.behind = behind;
}

static void read_as(void *dst, upcr_pts_t p, size_t n, enum counts_as as) {
  if (here.p == p) {
    here.p = 0;
    upcr_far_expect(p, here.before, here.behind);
  }
  upcr_far_cache_lock();
  upcr_far_cache.repeats = p == upcr_far_cache.last ? upcr_far_cache.repeats + 1 : 0;
  upcr_far_cache.last = p;
  bool done = read_kept(dst, p, n, as);
  upcr_far_cache_unlock();
  if (done)
    return;
  upcr_far_cache_let_pass(p, n);
  upcr_net->get(dst, p, n, UPCR_MEMORY_HOST);
  upcr_far_cache_end_pass();
}

void upcr_read_ahead(void *dst, upcr_pts_t p, size_t n) { read_as(dst, p, n, ONE_READ); }

void upcr_read_row_ahead(void *dst, upcr_pts_t p, size_t n) { read_as(dst, p, n, WORDS); }

/* True if these lines of the page were fetched last time, and none was read: an expectation that
 * goes over the end of a block, or into a branch that is not taken, is wrong each time. */
static bool was_in_vain(const struct upcr_far_page *page, upcr_pts_t first, uint32_t lines) {
  return page->first == first && (lines & ~page->lines) == 0 && (lines & page->used) == 0;
}

/* Fetches the lines of [p, p + n), which lie in one page, and more as a read of them would; kept
 * lines may be fetched again. Does nothing while another transfer to the page is under way. */
static void expect_in_page(upcr_pts_t p, size_t n) {
  upcr_pts_t first = upcr_far_page_of(p);
  struct upcr_far_page *page = upcr_far_cache_place(first);
  if (page->coming && !upcr_net->test(page->transfer))
    return;
  upcr_far_cache_await(page);
  unsigned line = upcr_far_line(p), lines = upcr_far_line(p + n - 1) - line + 1;
  uint32_t wanted = upcr_far_cache_bits(line, lines);
  if (!upcr_far_cache_is_valid(page, first)) {
    if (was_in_vain(page, first, wanted))
      return;
    if (page->stored_words)
      upcr_far_cache_send_stores();
    if (upcr_span_fetch(p))
      return;
    start_anew(page, first, line, lines);
  } else if (wanted & ~page->lines) {
    start_fetch_more(page, line, lines);
  }
}

/* True if [p - before, p + behind) is memory of a far thread. */
static bool may_be_expected(upcr_pts_t p, size_t before, size_t behind) {
  uint64_t thread = upcr_thread(p), offset = upcr_pts_offset(p), most = upcr_job->segment_stride;
  return thread < (uint64_t)upcr_self.threads && !upcr_near(p) && before + behind <= PAGE &&
         offset >= UPCR_STATIC_BASE + before && offset <= most - behind;
}

/* Bad pointers are ignored: the read itself checks its pointer. */
void upcr_far_expect(upcr_pts_t p, unsigned long before, unsigned long behind) {
  if (upcr_far_cache_has(p - before, before + behind) || !may_be_expected(p, before, behind))
    return;
  upcr_far_cache_lock();
  upcr_pts_t end = p + behind;
  if (upcr_far_cache_make())
    for (upcr_pts_t from = p - before, some; from < end; from += some) {
      some = PAGE - (from & (PAGE - 1));
      some = some < end - from ? some : end - from;
      expect_in_page(from, some);
    }
  upcr_far_cache_unlock();
}

/* Updates n bytes in the page; src 0: forgets their lines. */
static void change_page(upcr_pts_t p, const void *src, size_t n) {
  struct upcr_far_page *page = upcr_far_cache_find(upcr_far_page_of(p));
  if (!page)
    return;
  upcr_far_cache_await(page);
  if (src)
    memcpy(page->bytes + upcr_far_in_page(p), src, n);
  else
    upcr_far_cache_set_lines(
        page, page->lines & ~upcr_far_cache_bits(upcr_far_line(p),
                                                 upcr_far_line(p + n - 1) - upcr_far_line(p) + 1));
}

/* For more bytes than the cache has, forgets all lines without a search. */
static void change(upcr_pts_t p, const void *src, size_t n) {
  if ((upcr_now.far_relaxed & UPCR_CACHED_ANY) == 0)
    return;
  if (n > upcr_far_cache_count() * PAGE) {
    upcr_far_cache_forget();
    return;
  }
  upcr_far_cache_lock();
  for (size_t done = 0, some; done < n; done += some) {
    some = PAGE - (size_t)((p + done) & (PAGE - 1));
    some = some < n - done ? some : n - done;
    change_page(p + done, src ? (const char *)src + done : 0, some);
  }
  upcr_far_cache_unlock();
}

void upcr_far_cache_write(upcr_pts_t p, const void *src, size_t n) { change(p, src, n); }

void upcr_far_cache_drop(upcr_pts_t p, size_t n) { change(p, 0, n); }
