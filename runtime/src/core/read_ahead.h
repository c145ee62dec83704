/* SPDX-License-Identifier: Apache-2.0 */
/* Spans: pages of far memory that one request fetches (read_spans.c). Guesses: pages that are
 * fetched because a loop reads others around them at random (read_guesses.c). All functions are
 * called with the lock of far_cache_lock.h held. */
#ifndef UPCR_CORE_READ_AHEAD_H
#define UPCR_CORE_READ_AHEAD_H

#include <stdbool.h>
#include <upcr/upcr.h>

/* The thread reads p: fetches its page, which is not kept, and others that the thread will probably
 * read. False: no sign that more than a line of the page will be read. */
bool upcr_span_fetch(upcr_pts_t p);

/* A page was replaced before it was read. */
void upcr_span_was_vain(void);

/* Every page is obsolete: the thread has synchronised. */
void upcr_span_synchronised(void);

/* Pages from `low` to `high`, of which at most `most` may be fetched; most 0: none. */
struct upcr_guess {
  upcr_pts_t low, high;
  unsigned most;
};

/* False: the thread has guessed wrong too often. Takes a few instructions. */
bool upcr_guess_may_be_made(void);

/* A loop that counts reads p, whose page is not kept. Returns which pages around it, and itself, it
 * will probably read. */
struct upcr_guess upcr_guess_around(upcr_pts_t p);

/* Records that `n` pages from `first` on are fetched for a guess. */
void upcr_guess_fetched(upcr_pts_t first, unsigned n);

/* Every guessed page is obsolete: the thread has synchronised. */
void upcr_guess_synchronised(void);

/* A page was fetched because it was read twice. */
void upcr_guess_page_was_read(void);

#endif
