/* SPDX-License-Identifier: Apache-2.0 */
/* The channel of s to r is a line in r's area, at index s. `word` counts the signals; `taken`
 * counts the letters of r to s that s has taken. Only s writes both. Sender and receiver count in
 * memory of their own what they have sent and awaited. A near sender stores the word with release,
 * and the receiver reads it with acquire. A far sender announces it (core/announce.h) after its
 * puts have returned, so they are complete at the target. A letter is written only after `taken`,
 * which the receiver raises with release after reading, shows that its place is free. */
#include "copies.h"

#include <string.h>

#include "../base/atomics.h"
#include "await.h"

struct upcr_dealings {
  uint32_t sent, awaited;         /* signals */
  uint32_t letters_sent, letters; /* letters sent and taken */
};

static struct upcr_dealings *peer(int thread) {
  struct upcr_dealings **peers = &upcr_coll_state.peers;
  if (!*peers)
    *peers = upcr_kept_memory((size_t)upcr_self.threads * sizeof **peers, "the signals");
  return &(*peers)[thread];
}

/* The caller's channel to thread `to`, in that thread's area. */
static upcr_pts_t channel_pts(int to, size_t field) {
  size_t at =
      sizeof(struct upcr_coll_area) + (size_t)upcr_self.mythread * sizeof(struct upcr_coll_channel);
  return upcr_coll_area_pts(to, at + field);
}

static struct upcr_coll_channel *incoming(int from) {
  return &upcr_coll_area(upcr_self.mythread)->channel[from];
}

/* Letters that may be under way. One for near threads, so that letter and word share a line; more
 * for far ones, which would have to wait for a message. */
static uint32_t places(int other) { return upcr_self.map[other] ? 1 : UPCR_COLL_LETTERS; }

/* Where in a channel the letter of this number, from 0 on, lies. */
static size_t letter_at(int other, uint32_t number) {
  uint32_t place = number % places(other);
  return place == 0 ? offsetof(struct upcr_coll_channel, letter)
                    : offsetof(struct upcr_coll_channel, later[place - 1]);
}

/* Raises a word of the channel, after all that the thread did before, and n bytes at `data`. */
static void raise_word(int to, size_t field, uint64_t value, upcr_pts_t data, const void *bytes,
                       size_t n) {
  upcr_announce(channel_pts(to, field), value, data, bytes, n);
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
  uint32_t number = peer(to)->letters_sent++;
  upcr_await(call, &incoming(to)->taken, number - (places(to) - 1), to);
  signal_with(call, to, channel_pts(to, letter_at(to, number)), bytes, n);
}

static const void *next_letter(int from) {
  return (const char *)incoming(from) + letter_at(from, peer(from)->letters);
}

/* The letter of `from` has been read. A far thread is told once in half as many letters as it has
 * places. */
static void take(const struct upcr_call *call, int from) {
  uint32_t taken = ++peer(from)->letters, half = places(from) / 2;
  if (half == 0 || taken % half == 0)
    raise_word(from, offsetof(struct upcr_coll_channel, taken), upcr_numbered(taken, call->tag), 0,
               0, 0);
}

void upcr_take_letter(const struct upcr_call *call, int from, void *bytes, size_t n) {
  upcr_wait_signal(call, from);
  memcpy(bytes, next_letter(from), n);
  take(call, from);
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
  if (n <= UPCR_COLL_LETTER)
    upcr_send_letter(call, to, upcr_segment_address(own), n);
  else
    upcr_send_letter(call, to, &own, sizeof own);
}

upcr_pts_t upcr_borrow(const struct upcr_call *call, int from, size_t n) {
  upcr_pts_t theirs;
  if (n > UPCR_COLL_LETTER) {
    upcr_take_letter(call, from, &theirs, sizeof theirs);
    return theirs;
  }
  upcr_wait_signal(call, from);
  return upcr_own_pts(next_letter(from));
}

void upcr_give_back(const struct upcr_call *call, int from, size_t n) {
  if (n <= UPCR_COLL_LETTER)
    take(call, from);
  else
    upcr_signal(call, from);
}

void upcr_await_return(const struct upcr_call *call, int to, size_t n) {
  if (n > UPCR_COLL_LETTER)
    upcr_wait_signal(call, to);
}
