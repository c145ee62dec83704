/* SPDX-License-Identifier: Apache-2.0 */
/* Channel of s to r: a line in r's area, at s. `word` counts the signals, `taken` the letters
 * that went the other way and that s has taken; s alone writes both. The sender counts what it
 * sent and the receiver what it awaited in memory of their own. A near sender stores the word
 * with release, after all it did, and the receiver reads it with acquire. A far one announces it
 * (core/announce.h) after its puts, which have returned, so they are done at the target. A
 * letter is written while `taken` says that the one before is no longer needed: the receiver
 * raised it, with release, after reading. */
#include "copies.h"

#include <stdlib.h>
#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../core/announce.h"
#include "call.h"
#include "await.h"

struct upcr_dealings {
  uint32_t sent, awaited;         /* signals */
  uint32_t letters_sent, letters; /* letters sent and taken */
};

static struct upcr_dealings *peer(int thread) {
  struct upcr_dealings **peers = &upcr_coll_state.peers;
  if (!*peers)
    *peers = calloc((size_t)upcr_self.threads, sizeof **peers);
  if (!*peers)
    upcr_fatal("no memory for the signals of %d threads", upcr_self.threads);
  return &(*peers)[thread];
}

/* Of the channel to thread `to`, in its area. */
static upcr_pts_t channel_pts(int to, size_t field) {
  size_t at =
      sizeof(struct upcr_coll_area) + (size_t)upcr_self.mythread * sizeof(struct upcr_coll_channel);
  return upcr_coll_area_pts(to, at + field);
}

static struct upcr_coll_channel *incoming(int from) {
  return &upcr_coll_area(upcr_self.mythread)->channel[from];
}

/* Raises a word of the channel, after all that the thread did before, and n bytes of a letter. */
static void raise_word(int to, size_t field, uint64_t value, const void *letter, size_t n) {
  upcr_announce(channel_pts(to, field), value,
                channel_pts(to, offsetof(struct upcr_coll_channel, letter)), letter, n);
  if (upcr_self.map[to])
    upcr_wake_one(to);
}

void upcr_signal(const struct upcr_call *call, int to) {
  raise_word(to, offsetof(struct upcr_coll_channel, word),
             upcr_numbered(++peer(to)->sent, call->tag), 0, 0);
}

void upcr_wait_signal(const struct upcr_call *call, int from) {
  upcr_await_tagged(call, &incoming(from)->word, ++peer(from)->awaited, from);
}

void upcr_send_letter(const struct upcr_call *call, int to, const void *bytes, size_t n) {
  upcr_await(call, &incoming(to)->taken, peer(to)->letters_sent++, to);
  raise_word(to, offsetof(struct upcr_coll_channel, word),
             upcr_numbered(++peer(to)->sent, call->tag), bytes, n);
}

void upcr_take_letter(const struct upcr_call *call, int from, void *bytes, size_t n) {
  upcr_wait_signal(call, from);
  memcpy(bytes, incoming(from)->letter, n);
  raise_word(from, offsetof(struct upcr_coll_channel, taken),
             upcr_numbered(++peer(from)->letters, call->tag), 0, 0);
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
