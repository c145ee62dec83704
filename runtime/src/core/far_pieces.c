/* SPDX-License-Identifier: Apache-2.0 */
#include "far_pieces.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../mem/segment.h"
#include "../net/net.h"

enum {
  MESSAGE = 16384, /* most bytes of a request and of its reply */
  LONG_ONES = 512  /* most pieces of a request, if one is longer than the word that requests it */
};

/* A word of the request: an offset in the target's memory, and the length in the bits above it. */
enum { LENGTH_SHIFT = 48 };

static uint64_t asks_for(const struct upcr_far_piece *piece) {
  return upcr_pts_offset(piece->at) | (uint64_t)piece->length << LENGTH_SHIFT;
}

void upcr_copy_piece(char *to, const char *from, size_t n) {
  switch (n) {
  case 1:
    memcpy(to, from, 1);
    break;
  case 2:
    memcpy(to, from, 2);
    break;
  case 4:
    memcpy(to, from, 4);
    break;
  case 8:
    memcpy(to, from, 8);
    break;
  default:
    memcpy(to, from, n);
  }
}

/* Copies the piece that `asked` describes to `to`. Returns its length. */
static size_t read_piece(char *to, unsigned long thread, uint64_t asked) {
  uint64_t offset = asked & (((uint64_t)1 << LENGTH_SHIFT) - 1);
  size_t length = asked >> LENGTH_SHIFT;
  upcr_copy_piece(to, upcr_segment_address(upcr_pts_make(thread, offset)), length);
  return length;
}

/* Pieces of at most 8 bytes: each replaces the word that requested it. */
static size_t read_short_ones(struct upcr_am *message) {
  char *payload = message->payload;
  size_t replied = 0;
  for (size_t i = 0; i < message->length; i += sizeof(uint64_t)) {
    uint64_t asked;
    memcpy(&asked, payload + i, sizeof asked);
    replied += read_piece(payload + replied, message->arg[0], asked);
  }
  return replied;
}

static size_t read_long_ones(struct upcr_am *message) {
  uint64_t asked[LONG_ONES];
  size_t replied = 0, n = message->length / sizeof *asked;
  memcpy(asked, message->payload, message->length);
  for (size_t i = 0; i < n; i++)
    replied += read_piece((char *)message->payload + replied, message->arg[0], asked[i]);
  return replied;
}

/* arg[0]: the thread; arg[1]: whether a piece is longer than 8 bytes; payload: the pieces to read,
 * replaced by their bytes without gaps. */
static void handle(struct upcr_am *message) {
  message->length = message->arg[1] ? read_long_ones(message) : read_short_ones(message);
}

void upcr_far_pieces_start(void) { upcr_am_table[UPCR_AM_PIECES] = handle; }

/* The first pieces, at most n, that fit into one request. */
struct share {
  size_t n, bytes;
  bool has_long;
};

static struct share first_share(const struct upcr_far_piece *pieces, size_t n) {
  size_t room = upcr_net->am_max < MESSAGE ? upcr_net->am_max : MESSAGE;
  struct share s = {0, 0, false};
  for (; s.n < n && (s.n + 1) * sizeof(uint64_t) <= room; s.n++) {
    size_t length = pieces[s.n].length;
    bool has_long = s.has_long || length > sizeof(uint64_t);
    if (s.bytes + length > room || (has_long && s.n == LONG_ONES))
      break;
    s.bytes += length;
    s.has_long = has_long;
  }
  return s;
}

static void get_share(const struct upcr_far_piece *pieces, const struct share *share) {
  uint64_t payload[MESSAGE / sizeof(uint64_t)];
  const char *from = (const char *)payload;
  for (size_t i = 0; i < share->n; i++)
    payload[i] = asks_for(&pieces[i]);
  struct upcr_am message = {.handler = UPCR_AM_PIECES,
                            .arg = {upcr_thread(pieces[0].at), share->has_long},
                            .length = share->n * sizeof *payload,
                            .room = share->bytes,
                            .payload = payload};
  upcr_net->am_request((int)message.arg[0], &message);
  for (size_t i = 0; i < share->n; from += pieces[i].length, i++)
    upcr_copy_piece(pieces[i].to, from, pieces[i].length);
}

void upcr_far_get_pieces(const struct upcr_far_piece *pieces, size_t n) {
  while (n > 0) {
    struct share share = first_share(pieces, n);
    get_share(pieces, &share);
    pieces += share.n;
    n -= share.n;
  }
}
