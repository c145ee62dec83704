/* SPDX-License-Identifier: Apache-2.0 */
/* The far cache: pages of far memory of which a thread has read lines, used until it synchronises
 * (read_ahead.c has the rules). All functions are called with the lock held (far_cache_lock.h),
 * except those of the last part. */
#ifndef UPCR_CORE_FAR_CACHE_H
#define UPCR_CORE_FAR_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"
#include "../net/net.h"
#include "far_cache_lock.h"

enum {
  UPCR_FAR_LINE = 256, /* bytes: more cost hardly more on a network, fewer need more requests */
  UPCR_FAR_PAGE = 4096,
  UPCR_FAR_LINES = UPCR_FAR_PAGE / UPCR_FAR_LINE,
  UPCR_FAR_CACHE_WAYS = 4, /* places of a page: arrays whose sizes are powers of two share few */
  UPCR_FAR_CACHE_COUNTED_READS = 256 * UPCR_FAR_PAGE, /* of a page, in a loop that counts */
  UPCR_FAR_CACHE_REPEATS = 8,        /* cached reads of the same bytes in a row, after the first */
  UPCR_FAR_CACHE_MOST_REPEATS = 256, /* if the bytes stay the same: some microseconds */
  UPCR_FAR_CACHE_REREAD = 2,         /* least reads of a page that is fetched again unasked */
  UPCR_FAR_CACHE_VAIN = 2,           /* fetches with fewer, one after the other, that end this */
  UPCR_FAR_CACHE_SPAN = 64 /* most pages of one request: 256 KiB, the time of many round trips */
};

#define UPCR_FAR_CACHE_NEVER (~(uint64_t)0)

/* All lines of a page. */
#define UPCR_FAR_CACHE_ALL (((uint32_t)1 << UPCR_FAR_LINES) - 1)

struct upcr_far_page {
  upcr_pts_t first; /* 0: none */
  uint64_t epoch;
  uint64_t read_in[2]; /* earlier epochs in which several words were read, the last one first */
  int64_t tick;
  unsigned loop;  /* that fetched it (upcr_counted.entered), 0: none that counts */
  unsigned begun; /* number in the order of upcr_far_cache_begin */
  unsigned span;  /* pages of the request that fetched it, 0: only stored to */
  int reads;      /* of lines, since the first was fetched */
  int few;        /* reads that are never a waiting loop's: a page, or a line, has as many words */
  unsigned limit; /* reads of the same bytes in a row, at most */
  unsigned requests; /* for such bytes to the owner, which were the same */
  bool guessed;      /* fetched because others around it were read (read_guesses.c) */
  int vain; /* fetches of the page with fewer reads than UPCR_FAR_CACHE_REREAD, up to the last */
  uint32_t used;   /* lines of which something was read */
  uint32_t lines;  /* present lines: bit i for the bytes from i * UPCR_FAR_LINE on */
  uint32_t coming; /* lines that `transfer` brings; meanwhile nothing else changes `bytes` */
  upcr_net_handle_t transfer;
  uint64_t *stored;      /* [UPCR_FAR_PAGE / 64], bit i: byte i is a store's that is not sent */
  uint64_t stored_words; /* bit i: stored[i] is not 0 */
  char *bytes;           /* [UPCR_FAR_PAGE] */
};

/* The cache of a UPC thread. Before upcr_far_cache_make there is none. */
struct upcr_far_cache {
  struct upcr_far_page *pages;
  upcr_pts_t *firsts; /* of the pages, in a few lines of the processor's cache */
  int shift;          /* pages: 2 to the power of 63 - shift */
  uint64_t epoch;     /* pages of earlier ones are past */
  bool has_begun;     /* a page of this one, which may have neither lines nor stores any more */
  upcr_pts_t last;    /* read outside of loops that count */
  unsigned repeats;   /* reads of `last` after the first, without others between */
};
extern UPCR_PER_THREAD struct upcr_far_cache upcr_far_cache;

UPCR_HIT upcr_pts_t upcr_far_page_of(upcr_pts_t p) { return p & ~(upcr_pts_t)(UPCR_FAR_PAGE - 1); }

UPCR_HIT size_t upcr_far_in_page(upcr_pts_t p) { return p & (UPCR_FAR_PAGE - 1); }

UPCR_HIT unsigned upcr_far_line(upcr_pts_t p) {
  return (unsigned)upcr_far_in_page(p) / UPCR_FAR_LINE;
}

/* `n` lines from `line` on. */
static inline uint32_t upcr_far_cache_bits(unsigned line, unsigned n) {
  return (uint32_t)((((uint64_t)1 << n) - 1) << line);
}

/* The place that the page that begins at `first` takes if it is free. Fibonacci hashing (Knuth, The
 * Art of Computer Programming, volume 3, section 6.4): pages that follow each other have places of
 * their own, and so have arrays that are a power of two apart, mostly. The other places of the page
 * are home ^ way. */
UPCR_HIT size_t upcr_far_cache_home(upcr_pts_t first) {
  uint64_t hash = first / UPCR_FAR_PAGE * 0x9e3779b97f4a7c15u;
  return hash >> 1 >> upcr_far_cache.shift;
}

/* The place of the page that begins at `first`, 0 if it has none; what is there may be past. */
UPCR_HIT struct upcr_far_page *upcr_far_cache_find(upcr_pts_t first) {
  size_t home = upcr_far_cache_home(first);
  for (size_t way = 0; way < UPCR_FAR_CACHE_WAYS; way++)
    if (upcr_far_cache.firsts[home ^ way] == first)
      return &upcr_far_cache.pages[home ^ way];
  return 0;
}

/* The number of the calling pthread's loop that counts, 0 outside. */
UPCR_HIT unsigned upcr_far_cache_loop(void) {
  return upcr_counted.open > 0 ? upcr_counted.entered : 0;
}

/* True if the place's bytes may be used for the page that begins at `first`, whatever the time. */
UPCR_HIT bool upcr_far_cache_is_fresh(const struct upcr_far_page *page, upcr_pts_t first) {
  unsigned loop = upcr_far_cache_loop();
  bool counts = loop != 0 && page->loop == loop;
  return page->first == first && page->epoch == upcr_far_cache.epoch &&
         page->reads < (counts ? UPCR_FAR_CACHE_COUNTED_READS : page->few);
}

/* Allocates the cache of UPC_READ_AHEAD bytes, rounded down to a power of two. False: less than a
 * page, or no memory. */
bool upcr_far_cache_make(void);

/* Number of pages that the cache has at most. */
size_t upcr_far_cache_count(void);

/* The page's place, or the one that it may take. */
struct upcr_far_page *upcr_far_cache_place(upcr_pts_t first);

/* True if the place's bytes may be used for the page that begins at `first`: it is fresh, or was
 * fetched in this tick of the coarse clock. */
bool upcr_far_cache_is_valid(const struct upcr_far_page *page, upcr_pts_t first);

/* True if the page is from before the last synchronisation. */
bool upcr_far_cache_is_past(const struct upcr_far_page *page);

/* Gives the place to a page of a request of `span` pages, 0: to one that is stored to. No line is
 * present. */
void upcr_far_cache_begin(struct upcr_far_page *page, upcr_pts_t first, unsigned span);

/* Lines of a page that has none will be requested: they are not older than this. */
void upcr_far_cache_note_time(struct upcr_far_page *page);

/* These lines of the page are present from now on. */
void upcr_far_cache_set_lines(struct upcr_far_page *page, uint32_t lines);

/* Starts to fetch lines; sends the cached stores first if the page has some. Cached lines may be
 * fetched again: they are no older than before, since a get follows the thread's own puts. */
void upcr_far_cache_start_fetch(struct upcr_far_page *page, unsigned line, unsigned n);

/* Waits for the transfer to the page. */
void upcr_far_cache_await(struct upcr_far_page *page);

/* Fetches lines, and waits for them. */
static inline void upcr_far_cache_fetch(struct upcr_far_page *page, unsigned line, unsigned n) {
  upcr_far_cache_start_fetch(page, line, n);
  upcr_far_cache_await(page);
}

/* Notes in upcr_now.far_relaxed that the cache has lines. */
void upcr_far_cache_note(void);

/* Stores that stay in the cache, in loops that certainly end (upcr_counted_begin)
 * (far_cache_stores.c). upcr_far_cache_store and upcr_far_cache_let_pass take the lock. */

enum upcr_store_way {
  UPCR_STORE_CACHED,
  UPCR_STORE_SENT,  /* it must be sent */
  UPCR_STORE_PASSES /* it must be sent, and passes the cached stores till upcr_far_cache_end_pass:
                       nothing of its page is cached */
};

/* Puts a store of n >= 1 bytes to p, which is far and checked, into the cache if it can. */
enum upcr_store_way upcr_far_cache_store(upcr_pts_t p, const void *src, size_t n);

/* Sends the cached stores. */
void upcr_far_cache_send_stores(void);

/* The same, because a page with some loses its place. */
void upcr_far_cache_make_room(void);

/* From here to upcr_far_cache_end_pass: a request for [p, p + n) is sent before the cached stores,
 * if it concerns none of their pages. */
void upcr_far_cache_let_pass(upcr_pts_t p, size_t n);
void upcr_far_cache_end_pass(void);

#endif
