#include "ahead.h"

#include <string.h>

void upcr_move_ahead(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  const char *from = upcr_reach(src);
  char *to = upcr_reach(dst);
  for (size_t done = 0, fetched = 0; done < n; done += UPCR_AHEAD_CHUNK) {
    size_t left = n - done, until = done + UPCR_AHEAD_CHUNK + UPCR_AHEAD;
    upcr_fetch_lines(from, fetched, until < n ? until : n);
    fetched = until;
    memcpy(to + done, from + done, left < UPCR_AHEAD_CHUNK ? left : UPCR_AHEAD_CHUNK);
  }
}
