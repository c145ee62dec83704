/* Reading what another thread has just written, in the sizes in which it lies in that one's second cache or the third: the lines are fetched
 * before they are copied, more at once than a copy alone has under way. Smaller data come as fast from the first cache, larger ones from
 * memory. */
#ifndef UPCR_COLL_AHEAD_H
#define UPCR_COLL_AHEAD_H

#include "../base/atomics.h"
#include "../core/remote.h"

enum {
  UPCR_AHEAD_LEAST = 24 << 10, /* bytes */
  UPCR_AHEAD_MOST = 2 << 20,
  UPCR_AHEAD_CHUNK = 1024, /* copied at once */
  UPCR_AHEAD = 2048        /* of each of several vectors, fetched before they are folded; a copy fetches twice as far */
};

static inline bool upcr_fetches_ahead(size_t n) { return n >= UPCR_AHEAD_LEAST && n <= UPCR_AHEAD_MOST; }

/* Does the caller copy from another thread's mapped memory to its own? */
static inline bool upcr_is_read_from_other(upcr_pts_t dst, upcr_pts_t src) {
  unsigned long me = (unsigned long)upcr_self.mythread;
  return upcr_thread(dst) == me && upcr_thread(src) != me && upcr_reach(src);
}

/* Fetches the lines of the bytes [begin, end) from `from` on. */
static inline void upcr_fetch_lines(const char *from, size_t begin, size_t end) {
  for (size_t at = begin; at < end; at += 64)
    upcr_prefetch_to_second(from + at);
}

/* Copies n bytes where upcr_is_read_from_other. */
void upcr_move_ahead(upcr_pts_t dst, upcr_pts_t src, size_t n);

#endif
