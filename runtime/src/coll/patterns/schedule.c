/* SPDX-License-Identifier: Apache-2.0 */
#include "schedule.h"

#include "tree.h"

static struct upcr_pieces all_of(const struct upcr_member *m) {
  return (struct upcr_pieces){0, m->count};
}

static struct upcr_pieces piece(int rank) { return (struct upcr_pieces){rank, rank + 1}; }

static struct upcr_sendrecv send(int to, struct upcr_pieces pieces) {
  return (struct upcr_sendrecv){.to = to, .from = -1, .sent = pieces};
}

static struct upcr_sendrecv receive(int from, struct upcr_pieces pieces, enum upcr_use use) {
  return (struct upcr_sendrecv){.to = -1, .from = from, .received = pieces, .use = use};
}

bool upcr_scatter_down(const struct upcr_member *m, int i, struct upcr_sendrecv *step) {
  struct upcr_knomial tree = upcr_knomial_of(m->rank, 0, m->count, 2);
  int is_below = tree.parent >= 0, child = i - is_below;
  if (child >= tree.count)
    return false;
  int rank = child < 0 ? m->rank : tree.child[child];
  struct upcr_pieces branch = {rank, rank + upcr_knomial_span(rank, m->count, 2)};
  *step = child < 0 ? receive(tree.parent, branch, UPCR_REPLACES) : send(rank, branch);
  return true;
}

/* In step i a rank receives the piece of the rank i + 1 before it, or twice around. */
static bool ring(const struct upcr_member *m, int i, int folds, struct upcr_sendrecv *step) {
  int n = m->count, received = (m->rank + 2 * n - 1 - i) % n;
  *step = (struct upcr_sendrecv){.to = upcr_ring_next(m->rank, n),
                                 .from = upcr_ring_previous(m->rank, n),
                                 .sent = piece(upcr_ring_next(received, n)),
                                 .received = piece(received),
                                 .use = i < folds ? UPCR_FOLDS_BEFORE : UPCR_REPLACES};
  return i < folds + n - 1;
}

bool upcr_ring_collect(const struct upcr_member *m, int i, struct upcr_sendrecv *step) {
  return ring(m, i, 0, step);
}

bool upcr_ring_combine(const struct upcr_member *m, int i, struct upcr_sendrecv *step) {
  return ring(m, i, m->count - 1, step);
}

/* The ranks that the cores act for which differ from `core` in the last `bits` bits only. */
static struct upcr_pieces group(const struct upcr_member *m, int core, int bits) {
  int first = core >> bits << bits;
  return (struct upcr_pieces){upcr_folded_rank(&m->d, first),
                              upcr_folded_rank(&m->d, first + (1 << bits))};
}

/* Between the cores that differ in this bit. */
static bool swap(const struct upcr_member *m, int bit, struct upcr_pieces sent,
                 struct upcr_pieces received, bool folds, struct upcr_sendrecv *step) {
  int partner = m->core ^ 1 << bit, rank = upcr_folded_rank(&m->d, partner);
  enum upcr_use use = partner < m->core ? UPCR_FOLDS_BEFORE : UPCR_FOLDS;
  *step = (struct upcr_sendrecv){rank, rank, sent, received, folds ? use : UPCR_REPLACES};
  return true;
}

static bool has_step(const struct upcr_member *m, int i) { return m->core >= 0 && i < m->d.steps; }

static struct upcr_pieces partners(const struct upcr_member *m, int bit) {
  return group(m, m->core ^ 1 << bit, bit);
}

bool upcr_halving(const struct upcr_member *m, int i, struct upcr_sendrecv *step) {
  int bit = m->d.steps - 1 - i;
  return has_step(m, i) && swap(m, bit, partners(m, bit), group(m, m->core, bit), true, step);
}

bool upcr_doubling(const struct upcr_member *m, int i, struct upcr_sendrecv *step) {
  return has_step(m, i) && swap(m, i, group(m, m->core, i), partners(m, i), false, step);
}

bool upcr_doubling_of_all(const struct upcr_member *m, int i, struct upcr_sendrecv *step) {
  return has_step(m, i) && swap(m, i, all_of(m), all_of(m), true, step);
}

/* A core receives while the partner is further from the root, then sends all that it has. */
bool upcr_gather_up(const struct upcr_member *m, int i, struct upcr_sendrecv *step) {
  bool is_extra = upcr_folded_core(&m->d, m->root) < 0;
  int top = upcr_folded_core(&m->d, m->root - is_extra), receives = 0;
  while (receives < m->d.steps && !((m->core ^ top) >> receives & 1))
    receives++;
  if (!has_step(m, i) || i > receives)
    return false;
  int partner = upcr_folded_rank(&m->d, m->core ^ 1 << i);
  *step = i < receives ? receive(partner, partners(m, i), UPCR_REPLACES)
                       : send(partner, group(m, m->core, i));
  return true;
}

/* The extra rank that the member is, or that it acts for; -1: none. */
static int extra_of(const struct upcr_member *m) {
  return m->core < 0 ? m->rank : m->core < m->d.extra ? m->rank + 1 : -1;
}

bool upcr_extras_give(const struct upcr_member *m, int i, struct upcr_sendrecv *step) {
  int extra = extra_of(m);
  struct upcr_pieces given = m->folds ? all_of(m) : piece(extra);
  *step = m->core < 0 ? send(extra - 1, given)
                      : receive(extra, given, m->folds ? UPCR_FOLDS : UPCR_REPLACES);
  return i == 0 && extra >= 0;
}

bool upcr_extras_get(const struct upcr_member *m, int i, struct upcr_sendrecv *step) {
  int extra = extra_of(m);
  struct upcr_pieces result = m->keeps_one ? piece(extra) : all_of(m);
  *step = m->core < 0 ? receive(extra - 1, result, UPCR_REPLACES) : send(extra, result);
  return i == 0 && extra >= 0 && (m->root < 0 || m->root == extra);
}
