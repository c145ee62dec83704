/* SPDX-License-Identifier: Apache-2.0 */
#include "copies.h"

#include <string.h>

/* In blocks that the compiler moves in registers: of data that lie in the second cache the C
 * library's memcpy takes twice as long where `from` and `to` are aligned differently, as those of a
 * scatter of 32769 bytes are; these take as long as aligned ones. */
static void copy_in_lines(char *to, const char *from, size_t n) {
  size_t whole = n - n % 64;
  for (size_t at = 0; at < whole; at += 64)
    memcpy(to + at, from + at, 64);
  memcpy(to + whole, from + whole, n - whole);
}

/* Lines to read of the other's, and one's own to write: those have left the first cache, and a
 * store that misses holds up the ones behind it. */
static void fetch(char *to, const char *from, size_t begin, size_t end) {
  upcr_fetch_lines(from, begin, end);
  for (size_t at = begin; at < end; at += 64)
    upcr_prefetch_to_write(to + at);
}

void upcr_move_ahead(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  const char *from = upcr_reach(src);
  char *to = upcr_reach(dst);
  for (size_t done = 0, fetched = 0; done < n; done += UPCR_AHEAD_CHUNK) {
    size_t left = n - done, until = left < UPCR_AHEAD_CHUNK + UPCR_AHEAD_OF_COPY
                                        ? n
                                        : done + UPCR_AHEAD_CHUNK + UPCR_AHEAD_OF_COPY;
    fetch(to, from, fetched, until);
    fetched = until;
    copy_in_lines(to + done, from + done, left < UPCR_AHEAD_CHUNK ? left : UPCR_AHEAD_CHUNK);
  }
}
