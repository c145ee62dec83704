/* SPDX-License-Identifier: Apache-2.0 */
/* The channel of s to r is a line in r's area, at index s. `word` counts the signals; `taken`
 * counts the lines of the letters of r to s that s has taken. Only s writes both. Sender and
 * receiver count in memory of their own what they have sent and awaited. A near sender stores the
 * word with release, and the receiver reads it with acquire. A far sender announces it
 * (core/announce.h) after its puts have returned, so they are complete at the target.
 *
 * A letter is written only after `taken`, which the receiver raises with release after reading,
 * shows that its lines are free. A pair has one line, beside the word. If some memory is far, it
 * has a ring, so that of threads which share a processor one may be many letters ahead: a letter
 * begins in a line, or at the start of the ring if it would cross its end. Sender and receiver
 * count the same lines, skipped ones included. The receiver raises `taken` by half a ring at a
 * time. A letter takes at most a quarter, and with the lines that it skips less than half, so a
 * sender always finds room in the other half. */
#include "copies.h"

#include <string.h>

#include "../base/atomics.h"
#include "await.h"

struct upcr_dealings {
  uint32_t sent, awaited;                               /* signals */
  uint32_t lines_sent, lines_taken, lines_acknowledged; /* of letters */
};

static struct upcr_dealings *peer(int thread) {
  size_t bytes = (size_t)upcr_self.threads * sizeof(struct upcr_dealings);
  return &UPCR_KEPT(peers, bytes, "the signals")[thread];
}

/* The channel of thread `from` to `to`, in the area of `to`. */
static upcr_pts_t channel_pts(int to, int from, size_t field) {
  size_t at = sizeof(struct upcr_coll_area) + (size_t)from * sizeof(struct upcr_coll_channel);
  return upcr_coll_area_pts(to, at + field);
}

static struct upcr_coll_channel *incoming(int from) {
  return &upcr_coll_area(upcr_self.mythread)->channel[from];
}

/* Lines for the letters of a pair: a power of two. */
static uint32_t lines(void) {
  return upcr_job->coll_ring ? (uint32_t)(upcr_job->coll_ring / UPCR_COLL_LINE) : 1;
}

/* Adds the lines of a letter of n bytes to *used; returns its first line. */
static uint32_t next_line(uint32_t *used, size_t n) {
  uint32_t all = lines(), at = *used & (all - 1);
  uint32_t needs = n > UPCR_COLL_LINE ? (uint32_t)((n - 1) / UPCR_COLL_LINE + 1) : 1;
  uint32_t passed = at + needs > all ? all - at : 0;
  *used += passed + needs;
  return passed ? 0 : at;
}

/* The letter of thread `from` to `to` at that line, in the area of `to`. */
static upcr_pts_t letter_pts(int to, int from, uint32_t line) {
  if (upcr_job->coll_ring == 0)
    return channel_pts(to, from, offsetof(struct upcr_coll_channel, letter));
  return upcr_coll_area_pts(to, upcr_coll_rings_at(upcr_self.threads) +
                                    (size_t)from * upcr_job->coll_ring +
                                    (size_t)line * UPCR_COLL_LINE);
}

/* Raises a word of the channel, after everything that the thread did before and n bytes at
 * `data`. */
static void raise_word(int to, size_t field, uint64_t value, upcr_pts_t data, const void *bytes,
                       size_t n) {
  upcr_announce(channel_pts(to, upcr_self.mythread, field), value, data, bytes, n);
  if (upcr_self.map[to])
    upcr_wake_one(to);
}

static void signal_with(const struct upcr_call *call, int to, upcr_pts_t data, const void *bytes,
                        size_t n) {
  raise_word(to, offsetof(struct upcr_coll_channel, word),
             upcr_numbered(++peer(to)->sent, call->tag), data, bytes, n);
}

void upcr_signal(const struct upcr_call *call, int to) { signal_with(call, to, 0, 0, 0); }

void upcr_wait_signal(const struct upcr_call *call, int from) {
  upcr_await_tagged(call, &incoming(from)->word, ++peer(from)->awaited, from);
}

void upcr_move_and_signal(const struct upcr_call *call, int to, upcr_pts_t dst, upcr_pts_t own,
                          size_t n) {
  bool rides = upcr_rides(to, n);
  if (!rides)
    upcr_move(dst, own, n);
  signal_with(call, to, dst, upcr_segment_address(own), rides ? n : 0);
}

void upcr_send_letter(const struct upcr_call *call, int to, const void *bytes, size_t n) {
  struct upcr_dealings *d = peer(to);
  uint32_t line = next_line(&d->lines_sent, n);
  upcr_await(call, &incoming(to)->taken, d->lines_sent - lines(), to);
  signal_with(call, to, letter_pts(to, upcr_self.mythread, line), bytes, n);
}

/* The next letter of `from`, of n bytes. */
static upcr_pts_t next_letter(int from, size_t n) {
  uint32_t used = peer(from)->lines_taken;
  return letter_pts(upcr_self.mythread, from, next_line(&used, n));
}

/* The letter has been read. It is acknowledged once in half a ring. */
static void take(const struct upcr_call *call, int from, size_t n) {
  struct upcr_dealings *d = peer(from);
  next_line(&d->lines_taken, n);
  if (d->lines_taken - d->lines_acknowledged < (lines() + 1) / 2)
    return;
  d->lines_acknowledged = d->lines_taken;
  raise_word(from, offsetof(struct upcr_coll_channel, taken),
             upcr_numbered(d->lines_acknowledged, call->tag), 0, 0, 0);
}

void upcr_take_letter(const struct upcr_call *call, int from, void *bytes, size_t n) {
  upcr_wait_signal(call, from);
  memcpy(bytes, upcr_segment_address(next_letter(from, n)), n);
  take(call, from, n);
}

void upcr_offer(const struct upcr_call *call, int to, const void *bytes, size_t n) {
  memcpy(upcr_coll_area(upcr_self.mythread)->offer, bytes, n);
  upcr_signal(call, to);
  upcr_wait_signal(call, to);
}

void upcr_fetch_offer(const struct upcr_call *call, int from, void *bytes, size_t n) {
  upcr_wait_signal(call, from);
  upcr_getb(bytes, upcr_coll_area_pts(from, offsetof(struct upcr_coll_area, offer)), n);
  upcr_signal(call, from);
}

void upcr_lend(const struct upcr_call *call, int to, upcr_pts_t own, size_t n) {
  if (upcr_fits_letter(to, n))
    upcr_send_letter(call, to, upcr_segment_address(own), n);
  else
    upcr_send_letter(call, to, &own, sizeof own);
}

upcr_pts_t upcr_borrow(const struct upcr_call *call, int from, size_t n) {
  upcr_pts_t theirs;
  if (!upcr_fits_letter(from, n)) {
    upcr_take_letter(call, from, &theirs, sizeof theirs);
    return theirs;
  }
  upcr_wait_signal(call, from);
  return next_letter(from, n);
}

void upcr_give_back(const struct upcr_call *call, int from, size_t n) {
  if (upcr_fits_letter(from, n))
    take(call, from, n);
  else
    upcr_signal(call, from);
}

void upcr_await_return(const struct upcr_call *call, int to, size_t n) {
  if (!upcr_fits_letter(to, n))
    upcr_wait_signal(call, to);
}
