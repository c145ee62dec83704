/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between two sides that are in pieces of different lengths. */
#include "pieces.h"

#include "../base/log.h"
#include "../core/library.h"
#include "../core/transfer.h"

static size_t total(const struct upcr_side *side) {
  size_t bytes = 0;
  for (size_t i = 0; i < side->count; i++)
    bytes += side->at(side, i).length;
  return bytes;
}

/* The rest of the current piece, and the index of the next one. */
struct cursor {
  const struct upcr_side *side;
  size_t next;
  struct upcr_piece left;
};

/* The caller knows that bytes are left. */
static void fill(struct cursor *c) {
  while (c->left.length == 0)
    c->left = c->side->at(c->side, c->next++);
}

static void advance(struct cursor *c, size_t n) {
  if (c->left.local)
    c->left.local += n;
  else
    c->left.shared += n;
  c->left.length -= n;
}

static void copy(const struct upcr_piece *to, const struct upcr_piece *from, size_t n,
                 const char *what) {
  if (to->local)
    upcr_memget_nb_as(what, to->local, upcr_pp(from->shared, 0), n);
  else if (from->local)
    upcr_memput_nbi_as(what, upcr_pp(to->shared, 0), from->local,
                       n); /* small pieces share messages */
  else
    upcr_memcpy_nb_as(what, upcr_pp(to->shared, 0), upcr_pp(from->shared, 0), n);
}

void upcr_copy_pieces(const struct upcr_side *dst, const struct upcr_side *src, const char *what) {
  size_t bytes = total(src);
  if (bytes != total(dst))
    upcr_fatal("%s: the source has %zu bytes, the destination %zu", what, bytes, total(dst));
  struct cursor to = {.side = dst}, from = {.side = src};
  for (size_t n; bytes != 0; bytes -= n) {
    fill(&to);
    fill(&from);
    n = to.left.length < from.left.length ? to.left.length : from.left.length;
    copy(&to.left, &from.left, n, what);
    advance(&to, n);
    advance(&from, n);
  }
  upc_synci();
}
