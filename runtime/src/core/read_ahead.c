/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
/* Read-ahead of far memory. A relaxed far read is a round trip. The second read in a page fetches
 * its whole line, further ones more lines at a time, and a read at the end of a page the whole next
 * page. Random reads of more pages than are kept stay reads of words. (MuPC has such a cache of 256
 * lines of 1 KiB: the GMTU report of docs/papers.md, 4.5.7.)
 *
 * Kept lines are used only until the thread's next strict access, fence, lock, barrier, collective
 * or other synchronisation (upcr_settle_far). A relaxed read may be performed anywhere between two
 * of these, so no read returns a value older than the memory model permits. The thread's own writes
 * change the kept lines. For loops that wait for a relaxed variable, the third read in a row of the
 * same bytes goes to the owner, and a page is kept for at most READS reads. After as many reads as
 * it has words it is kept for at most one tick of the system's coarse clock (1 to 10 ms).
 *
 * In a loop of which the compiler knows that it does not wait (passes/counted.rs,
 * upcr_counted_begin) a page that was fetched in that loop is kept without these limits, and the
 * second read in a page fetches all of it. There too a page is fetched again after COUNTED_READS
 * reads, so that no error can make a loop wait for ever.
 *
 * The compiler announces reads that will follow (passes/together/, upcr_far_expect). Their lines
 * are fetched without waiting, one transfer a page.
 *
 * Only lines of a page that the program reads, or of the next page, are fetched, so little unused
 * memory is touched. */
#include "remote.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/atomics.h"
#include "../base/system.h"
#include "../base/settings.h"
#include "../base/simulated.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "../net/net.h"

enum {
  LINE = 256, /* bytes: more cost hardly more on a network, fewer need more requests */
  PAGE = 4096,
  LINES = PAGE / LINE,
  READS = 4 * PAGE, /* four for each byte: a stencil's */
  COUNTED_READS = 64 * READS,
  WAYS = 4,         /* places of a page: arrays whose sizes are powers of two share few of them */
  WORDS = LINE / 8, /* of a line */
  GROWTH = 3        /* growth: lines of the next request per present line */
};

struct page {
  upcr_pts_t first; /* 0: none */
  uint64_t epoch;
  int64_t tick;
  unsigned loop;   /* that fetched it (upcr_counted.entered), 0: none that counts */
  unsigned begun;  /* number in the order of `begin` */
  int reads;       /* of lines, since the first was fetched */
  uint32_t lines;  /* present lines: bit i for the bytes from i * LINE on */
  uint32_t coming; /* lines that `transfer` brings; meanwhile nothing else changes `bytes` */
  upcr_net_handle_t transfer;
  char *bytes; /* [PAGE] */
};

/* Protects the kept lines of the UPC thread from the program's own pthreads. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static UPCR_PER_THREAD struct page *pages;
static UPCR_PER_THREAD size_t count;   /* a power of two */
static UPCR_PER_THREAD uint64_t epoch; /* pages of earlier ones are forgotten */
static UPCR_PER_THREAD unsigned begun;
static UPCR_PER_THREAD upcr_pts_t last;
static UPCR_PER_THREAD unsigned repeats;

static int64_t tick(void) {
  enum { SIMULATED = 10000 /* ns; a waiting loop polls every 100 */ };
  if (upcr_is_simulated())
    return upcr_simulated->now() / SIMULATED;
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static upcr_pts_t page_of(upcr_pts_t p) { return p & ~(upcr_pts_t)(PAGE - 1); }

static unsigned line_in_page(upcr_pts_t p) { return (unsigned)(p & (PAGE - 1)) / LINE; }

static size_t ways(void) { return count < WAYS ? count : WAYS; }

/* The places that the page may be in. Fibonacci hashing (Knuth, The Art of Computer Programming,
 * volume 3, section 6.4): pages that follow each other have places of their own, and so have arrays
 * that are a power of two apart, mostly. */
static struct page *places_of(upcr_pts_t first) {
  uint64_t hash = first / PAGE * 0x9e3779b97f4a7c15u;
  return &pages[(hash >> 1 >> (63 - __builtin_ctzll(count))) & ~(ways() - 1)];
}

/* The page's place, 0 if it has none. */
static struct page *find(upcr_pts_t first) {
  struct page *place = places_of(first);
  for (size_t way = 0; way < ways(); way++)
    if (place[way].first == first)
      return &place[way];
  return 0;
}

/* True if `a` is a better place for another page than `b`. */
static bool is_freer(const struct page *a, const struct page *b) {
  bool past = a->epoch != epoch, others = b->epoch != epoch;
  return past != others ? past : a->begun - begun < b->begun - begun;
}

/* The page's place, or the one that it may take. */
static struct page *place_of(upcr_pts_t first) {
  struct page *known = find(first), *place = places_of(first), *best = place;
  for (size_t way = 1; !known && way < ways(); way++)
    if (is_freer(&place[way], best))
      best = &place[way];
  return known ? known : best;
}

static bool is_counted(void) { return upcr_counted.open > 0; }

static unsigned loop_now(void) { return is_counted() ? upcr_counted.entered : 0; }

/* Outside a loop that counts, at most as many reads as the page, or one line, has words are never a
 * waiting loop. */
static bool is_kept(const struct page *page, upcr_pts_t first) {
  if (page->first != first || page->epoch != epoch)
    return false;
  if (page->loop != 0 && page->loop == loop_now())
    return page->reads < COUNTED_READS;
  int lines = __builtin_popcount(page->lines | page->coming);
  bool few = page->reads < WORDS * (lines ? lines : 1);
  return page->reads < READS && (few || page->tick == tick());
}

/* `n` lines from `line` on. */
static uint32_t bits(unsigned line, unsigned n) {
  return (uint32_t)((((uint64_t)1 << n) - 1) << line);
}

/* True if all of the page before is there. */
static bool is_page_read_on(upcr_pts_t first) {
  const struct page *before = find(first - PAGE);
  return count > 1 && before && is_kept(before, first - PAGE) && before->lines == bits(0, LINES);
}

/* Allocates the pages of the setting, rounded down to a power of two. False: less than a page, or
 * no memory. */
static bool make_pages(void) {
  size_t wanted = (size_t)upcr_settings.read_ahead / PAGE, n = 1;
  while (n * 2 <= wanted)
    n *= 2;
  if (pages || !wanted)
    return pages != 0;
  struct page *made = calloc(n, sizeof *made);
  char *bytes = calloc(n, PAGE);
  if (!made || !bytes) {
    free(made);
    free(bytes);
    return false;
  }
  for (size_t i = 0; i < n; i++)
    made[i].bytes = bytes + i * PAGE;
  pages = made;
  count = n;
  return true;
}

/* Waits for the transfer to the page. */
static void await(struct page *page) {
  if (page->coming == 0)
    return;
  upcr_net->wait(page->transfer);
  page->lines |= page->coming;
  page->coming = 0;
}

/* Records the tick before the request, so the lines are not older than it. */
static void begin(struct page *page, upcr_pts_t first) {
  await(page);
  page->first = first;
  page->tick = tick();
  page->loop = loop_now();
  page->begun = begun++;
  page->lines = 0;
  page->reads = 0;
  page->epoch = epoch;
}

/* Kept lines may be fetched again. They are no older than before, since a get follows the thread's
 * own puts. */
static void start_fetch(struct page *page, unsigned line, unsigned n) {
  page->transfer = upcr_net->get_nb(page->bytes + line * LINE, page->first + line * LINE,
                                    (size_t)n * LINE, UPCR_MEMORY_HOST);
  page->coming = bits(line, n);
  __atomic_fetch_or(&upcr_now.far_relaxed, UPCR_LINES_KEPT, __ATOMIC_RELAXED);
}

static void fetch(struct page *page, unsigned line, unsigned n) {
  start_fetch(page, line, n);
  await(page);
}

/* Fetches more of a page that was read before. */
static void fetch_more(struct page *page, unsigned line) {
  unsigned n = GROWTH * (unsigned)__builtin_popcount(page->lines);
  n = n > LINES || page->loop ? LINES : n == 0 ? 1 : n;
  fetch(page, line + n > LINES ? LINES - n : line, n);
}

/* Makes sure that the line of p is kept. False if the page is read for the first time. */
static bool have_line(struct page *page, upcr_pts_t p) {
  upcr_pts_t first = page_of(p);
  unsigned line = line_in_page(p);
  if (is_kept(page, first)) {
    await(page);
    if ((page->lines & bits(line, 1)) == 0)
      fetch_more(page, line);
    return true;
  }
  bool whole = is_page_read_on(first);
  begin(page, first);
  if (whole)
    fetch(page, 0, LINES);
  return whole;
}

static void copy_bytes(void *dst, const char *src, size_t n) {
  if (n == 8)
    memcpy(dst, src, 8);
  else if (n == 4)
    memcpy(dst, src, 4);
  else
    memcpy(dst, src, n);
}

static bool read_lines(void *dst, upcr_pts_t p, size_t n) {
  upcr_pts_t end = p + n - 1;
  uint32_t wanted = bits(line_in_page(p), 1) | bits(line_in_page(end), 1);
  if (n > LINE || page_of(p) != page_of(end) || !make_pages())
    return false;
  struct page *page = place_of(page_of(p));
  if (!have_line(page, p) || !have_line(page, end) || (page->lines & wanted) != wanted)
    return false; /* the second may have begun the page anew */
  page->reads++;
  copy_bytes(dst, page->bytes + (p & (PAGE - 1)), n);
  return true;
}

void upcr_read_ahead(void *dst, upcr_pts_t p, size_t n) {
  upcr_own_pthreads_lock(&mutex);
  repeats = p == last ? repeats + 1 : 0;
  last = p;
  bool done = (repeats < 2 || is_counted()) && read_lines(dst, p, n);
  upcr_own_pthreads_unlock(&mutex);
  if (!done)
    upcr_net->get(dst, p, n, UPCR_MEMORY_HOST);
}

/* Fetches the lines of [p, p + n), which lie in one page; kept lines may be fetched again. Does
 * nothing while another transfer to the page is under way. */
static void expect_in_page(upcr_pts_t p, size_t n) {
  upcr_pts_t first = page_of(p);
  struct page *page = place_of(first);
  if (page->coming && !upcr_net->test(page->transfer))
    return;
  await(page);
  if (!is_kept(page, first))
    begin(page, first);
  unsigned line = line_in_page(p), last = line_in_page(p + n - 1);
  uint32_t wanted = bits(line, last - line + 1);
  if (wanted & ~page->lines)
    start_fetch(page, line, last - line + 1);
}

/* True if [p - before, p + behind) is memory of a far thread. */
static bool may_be_expected(upcr_pts_t p, size_t before, size_t behind) {
  uint64_t thread = upcr_thread(p), offset = upcr_pts_offset(p), most = upcr_job->segment_stride;
  return thread < (uint64_t)upcr_self.threads && !upcr_near(p) && before + behind <= PAGE &&
         offset >= UPCR_STATIC_BASE + before && offset <= most - behind;
}

/* Bad pointers are ignored: the read itself checks its pointer. */
void upcr_far_expect(upcr_pts_t p, unsigned long before, unsigned long behind) {
  if (!may_be_expected(p, before, behind))
    return;
  upcr_own_pthreads_lock(&mutex);
  upcr_pts_t end = p + behind;
  if (make_pages())
    for (upcr_pts_t from = p - before, some; from < end; from += some) {
      some = PAGE - (from & (PAGE - 1));
      some = some < end - from ? some : end - from;
      expect_in_page(from, some);
    }
  upcr_own_pthreads_unlock(&mutex);
}

/* Updates n bytes in the page; src 0: forgets their lines. */
static void change_page(upcr_pts_t p, const void *src, size_t n) {
  struct page *page = find(page_of(p));
  if (!page)
    return;
  await(page);
  if (src)
    memcpy(page->bytes + (p & (PAGE - 1)), src, n);
  else
    page->lines &= ~bits(line_in_page(p), line_in_page(p + n - 1) - line_in_page(p) + 1);
}

/* For more bytes than are kept, forgets all lines without a search. */
static void change(upcr_pts_t p, const void *src, size_t n) {
  if ((upcr_now.far_relaxed & UPCR_LINES_KEPT) == 0)
    return;
  if (n > count * PAGE) {
    upcr_kept_forget();
    return;
  }
  upcr_own_pthreads_lock(&mutex);
  for (size_t done = 0, some; done < n; done += some) {
    some = PAGE - (size_t)((p + done) & (PAGE - 1));
    some = some < n - done ? some : n - done;
    change_page(p + done, src ? (const char *)src + done : 0, some);
  }
  upcr_own_pthreads_unlock(&mutex);
}

void upcr_kept_write(upcr_pts_t p, const void *src, size_t n) { change(p, src, n); }

void upcr_kept_drop(upcr_pts_t p, size_t n) { change(p, 0, n); }

void upcr_kept_forget(void) {
  if ((upcr_now.far_relaxed & UPCR_LINES_KEPT) == 0)
    return;
  upcr_own_pthreads_lock(&mutex);
  epoch++;
  __atomic_fetch_and(&upcr_now.far_relaxed, ~UPCR_LINES_KEPT, __ATOMIC_RELAXED);
  upcr_own_pthreads_unlock(&mutex);
}
