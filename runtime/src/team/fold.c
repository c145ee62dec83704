#include "fold.h"

#include <string.h>

#include "../core/remote.h"

static void fold_chunk(const struct upcr_reduction *r, char *to, upcr_pts_t from, size_t n, bool left) {
  _Alignas(16) char buffer[UPCR_FOLD_CHUNK];
  const void *here = upcr_reach(from);
  size_t elements = n / r->type->size;
  if (!here || left) {
    upcr_getb(buffer, from, n);
    here = buffer;
  }
  if (!left) {
    r->type->combine(r, to, here, elements);
    return;
  }
  r->type->combine(r, buffer, to, elements);
  memcpy(to, buffer, n);
}

void upcr_team_fold(const struct upcr_reduction *r, void *to, upcr_pts_t from, size_t n, bool left) {
  size_t most = UPCR_FOLD_CHUNK / r->type->size * r->type->size;
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = n - done < most ? n - done : most;
    fold_chunk(r, (char *)to + done, from + done, chunk, left);
  }
}
