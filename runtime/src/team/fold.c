#include "fold.h"

#include <string.h>

#include "../core/remote.h"

/* to[i] = from[i] op to[i] over at most UPCR_FOLD_CHUNK bytes, of which `buffer` is a copy of `from`. */
static void fold_left(const struct upcr_reduction *r, void *to, void *buffer, size_t n) {
  r->type->combine(r, buffer, to, n / r->type->size);
  memcpy(to, buffer, n);
}

/* Bytes of the whole elements that a chunk has room for, at most n. */
static size_t chunk_of(const struct upcr_reduction *r, size_t n) {
  size_t most = UPCR_FOLD_CHUNK / r->type->size * r->type->size;
  return n < most ? n : most;
}

void upcr_team_fold(const struct upcr_reduction *r, void *to, const void *from, size_t n, bool left) {
  _Alignas(16) char buffer[UPCR_FOLD_CHUNK];
  if (!left) {
    r->type->combine(r, to, from, n / r->type->size);
    return;
  }
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = chunk_of(r, n - done);
    memcpy(buffer, (const char *)from + done, chunk);
    fold_left(r, (char *)to + done, buffer, chunk);
  }
}

static void fold_far(const struct upcr_reduction *r, void *to, upcr_pts_t from, size_t n, bool left) {
  _Alignas(16) char buffer[UPCR_FOLD_CHUNK];
  upcr_getb(buffer, from, n);
  if (left)
    fold_left(r, to, buffer, n);
  else
    r->type->combine(r, to, buffer, n / r->type->size);
}

void upcr_team_fold_at(const struct upcr_reduction *r, void *to, upcr_pts_t from, size_t n, bool left) {
  const void *here = upcr_reach(from);
  if (here) {
    upcr_team_fold(r, to, here, n, left);
    return;
  }
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = chunk_of(r, n - done);
    fold_far(r, (char *)to + done, from + done, chunk, left);
  }
}
