/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of blocks: prefetching of lines in another thread's second cache, and the order in which a
 * large block is copied, whose lines lie in several caches. */
#include "geometry.h"

#include <string.h>

/* In blocks that the compiler moves in registers: of data in the second cache the C library's
 * memcpy takes twice as long where `from` and `to` are aligned differently. */
static void copy_in_lines(char *to, const char *from, size_t n) {
  size_t in_lines = n - n % 64;
  for (size_t at = 0; at < in_lines; at += 64)
    memcpy(to + at, from + at, 64);
  memcpy(to + in_lines, from + in_lines, n - in_lines);
}

static void fetch(char *to, const char *from, size_t begin, size_t end) {
  for (size_t at = begin; at < end; at += 64)
    upcr_prefetch_to_second(from + at);
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

bool upcr_reads_apart(const struct upcr_call *call) {
  return call->which == UPCR_ALL_BROADCAST && call->nbytes >= UPCR_TURNED_LEAST;
}

/* Where the caller begins: a multiple of a line. */
static size_t beginning(const struct upcr_call *call) {
  int me = upcr_self.mythread, threads = upcr_self.threads, after = me - call->root;
  size_t rank = (size_t)(after < 0 ? after + threads : after);
  return call->nbytes / (size_t)threads * rank / UPCR_CACHE_LINE * UPCR_CACHE_LINE;
}

/* All threads read the block at the same time. Each begins at another place, as far from the
 * others' as possible, so that they do not request the same lines (docs/collectives-forms.md, Large
 * blocks). */
static void move_turned(const struct upcr_call *call, struct upcr_block block) {
  size_t begin = beginning(call);
  upcr_move(block.dst + begin, block.src + begin, call->nbytes - begin);
  if (begin != 0)
    upcr_move(block.dst, block.src, begin);
}

void upcr_move_block(const struct upcr_call *call, struct upcr_block block) {
  if (upcr_reads_apart(call))
    move_turned(call, block);
  else
    upcr_move(block.dst, block.src, call->nbytes);
}
