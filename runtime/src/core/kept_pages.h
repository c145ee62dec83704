/* SPDX-License-Identifier: Apache-2.0 */
/* The pages of far memory that a thread keeps between two synchronisations (read_ahead.c has the
 * rules). All functions but upcr_kept_lock are called with the lock held. */
#ifndef UPCR_CORE_KEPT_PAGES_H
#define UPCR_CORE_KEPT_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../net/net.h"

enum {
  UPCR_KEPT_LINE = 256, /* bytes: more cost hardly more on a network, fewer need more requests */
  UPCR_KEPT_PAGE = 4096,
  UPCR_KEPT_LINES = UPCR_KEPT_PAGE / UPCR_KEPT_LINE,
  UPCR_KEPT_REREAD = 2, /* least reads of a page that is fetched again unasked */
  UPCR_KEPT_VAIN = 2,   /* fetches with fewer, one after the other, that end this */
  UPCR_KEPT_SPAN = 64   /* most pages of one request: 256 KiB, which take many round trips' time */
};

/* All lines of a page. */
#define UPCR_KEPT_ALL (((uint32_t)1 << UPCR_KEPT_LINES) - 1)

struct upcr_kept_page {
  upcr_pts_t first; /* 0: none */
  uint64_t epoch;
  int64_t tick;
  unsigned loop;   /* that fetched it (upcr_counted.entered), 0: none that counts */
  unsigned begun;  /* number in the order of upcr_kept_begin */
  unsigned span;   /* pages of the request that fetched it, 0: only stored to */
  int reads;       /* of lines, since the first was fetched */
  int vain;        /* fetches of the page with fewer reads than UPCR_KEPT_REREAD, up to the last */
  uint32_t lines;  /* present lines: bit i for the bytes from i * UPCR_KEPT_LINE on */
  uint32_t coming; /* lines that `transfer` brings; meanwhile nothing else changes `bytes` */
  upcr_net_handle_t transfer;
  bool has_stores;                      /* that are not sent */
  uint64_t stored[UPCR_KEPT_PAGE / 64]; /* bit i: byte i is one of them */
  char *bytes;                          /* [UPCR_KEPT_PAGE] */
};

static inline upcr_pts_t upcr_kept_page_of(upcr_pts_t p) {
  return p & ~(upcr_pts_t)(UPCR_KEPT_PAGE - 1);
}

static inline size_t upcr_kept_in_page(upcr_pts_t p) { return p & (UPCR_KEPT_PAGE - 1); }

static inline unsigned upcr_kept_line(upcr_pts_t p) {
  return (unsigned)upcr_kept_in_page(p) / UPCR_KEPT_LINE;
}

/* `n` lines from `line` on. */
static inline uint32_t upcr_kept_bits(unsigned line, unsigned n) {
  return (uint32_t)((((uint64_t)1 << n) - 1) << line);
}

/* Protects the pages of the UPC thread from the program's own pthreads. */
void upcr_kept_lock(void);
void upcr_kept_unlock(void);

/* True if the calling thread has the lock. */
bool upcr_kept_is_locked(void);

/* Allocates the pages of UPC_READ_AHEAD, rounded down to a power of two. False: less than a page,
 * or no memory. */
bool upcr_kept_make(void);

/* Number of pages that the thread keeps at most. */
size_t upcr_kept_count(void);

/* The place of the page that begins at `first`, 0 if it has none; what is there may be past. */
struct upcr_kept_page *upcr_kept_find(upcr_pts_t first);

/* The page's place, or the one that it may take. */
struct upcr_kept_page *upcr_kept_place(upcr_pts_t first);

/* True if the place's bytes may be used for the page that begins at `first`. */
bool upcr_kept_is_valid(const struct upcr_kept_page *page, upcr_pts_t first);

/* True if the page is from before the last synchronisation. */
bool upcr_kept_is_past(const struct upcr_kept_page *page);

/* Gives the place to a page of a request of `span` pages, 0: to one that is stored to. No line is
 * present. Call it before the request, so that the lines are not older than the page's tick. */
void upcr_kept_begin(struct upcr_kept_page *page, upcr_pts_t first, unsigned span);

/* Starts to fetch lines; sends the kept stores first if the page has some. Kept lines may be
 * fetched again: they are no older than before, since a get follows the thread's own puts. */
void upcr_kept_start_fetch(struct upcr_kept_page *page, unsigned line, unsigned n);

/* Waits for the transfer to the page. */
void upcr_kept_await(struct upcr_kept_page *page);

static inline void upcr_kept_fetch(struct upcr_kept_page *page, unsigned line, unsigned n) {
  upcr_kept_start_fetch(page, line, n);
  upcr_kept_await(page);
}

/* Notes in upcr_now.far_relaxed that the thread keeps lines. */
void upcr_kept_note(void);

#endif
