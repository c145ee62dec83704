/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between two sides whose pieces differ in length. */
#include "pieces.h"

#include "../base/log.h"
#include "../check/check.h"
#include "../core/far_pieces.h"
#include "../core/library.h"
#include "../core/transfer.h"

enum { GETS = 512 /* pieces requested together: several messages */ };

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

/* Bytes must be left. */
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

/* Requests short far pieces of one thread together. */
struct gets {
  const char *what;
  size_t n;
  struct upcr_far_piece piece[GETS];
};

static void send_gets(struct gets *gets) {
  upcr_far_get_pieces(gets->piece, gets->n);
  gets->n = 0;
}

static void get(struct gets *gets, char *to, upcr_pts_t from, size_t n) {
  if (n > UPCR_PIECE_MOST || upcr_near(from)) {
    upcr_memget_nb_as(gets->what, to, upcr_pp(from, 0), n);
    return;
  }
  upcr_check_argument(gets->what, from, n, "read");
  upcr_check_far(from, n);
  if (gets->n == GETS || (gets->n > 0 && upcr_thread(gets->piece[0].at) != upcr_thread(from)))
    send_gets(gets);
  gets->piece[gets->n++] = (struct upcr_far_piece){from, to, n};
}

/* Small pieces share messages. */
static void copy(struct gets *gets, const struct upcr_piece *to, const struct upcr_piece *from,
                 size_t n) {
  if (to->local)
    get(gets, to->local, from->shared, n);
  else if (from->local)
    upcr_memput_nbi_as(gets->what, upcr_pp(to->shared, 0), from->local, n);
  else
    upcr_memcpy_nb_as(gets->what, upcr_pp(to->shared, 0), upcr_pp(from->shared, 0), n);
}

void upcr_start_pieces(const struct upcr_side *dst, const struct upcr_side *src, const char *what) {
  size_t bytes = total(src);
  if (bytes != total(dst))
    upcr_fatal("%s: the source has %zu bytes, the destination %zu", what, bytes, total(dst));
  struct cursor to = {.side = dst}, from = {.side = src};
  struct gets gets;
  gets.what = what;
  gets.n = 0;
  for (size_t n; bytes != 0; bytes -= n) {
    fill(&to);
    fill(&from);
    n = to.left.length < from.left.length ? to.left.length : from.left.length;
    copy(&gets, &to.left, &from.left, n);
    advance(&to, n);
    advance(&from, n);
  }
  send_gets(&gets);
}

void upcr_copy_pieces(const struct upcr_side *dst, const struct upcr_side *src, const char *what) {
  upcr_start_pieces(dst, src, what);
  upc_synci();
}
