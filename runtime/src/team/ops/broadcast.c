/* SPDX-License-Identifier: Apache-2.0 */
/* Down a tree of radix 4 by rank from the root: each takes the data from its parent, then offers
 * them to its children. Where the tree has several levels, long data go in fragments: a level
 * has one while the level below has the one before. Not with more threads than processors, where
 * each fragment would cost switches between threads and nothing is done at once. */
#include "../../coll/patterns/tree.h"
#include "../../mem/job.h"
#include "ops.h"
#include "../../coll/constants.h"

enum { CHILDREN = 3 * 16 /* three a digit of a number of threads */ };

static int from_root(const struct upcr_op *op, int root) {
  int relative = op->team->rank - root;
  return relative < 0 ? relative + op->team->size : relative;
}

static int rank_at(const struct upcr_op *op, int root, int relative) {
  return (relative + root) % op->team->size;
}

bool upcr_passes_on(const struct upcr_op *op, int root) {
  return upcr_knomial_span(from_root(op, root), op->team->size, UPCR_TEAM_RADIX) > 1;
}

/* The member's place in the tree. */
struct place {
  int parent; /* -1: the root */
  int child[CHILDREN], children;
};

static struct place place_in_tree(const struct upcr_op *op, int root) {
  int me = from_root(op, root);
  struct place place = {
      .parent = me == 0 ? -1 : rank_at(op, root, upcr_knomial_parent(me, UPCR_TEAM_RADIX))};
  place.children = upcr_knomial_children(me, op->team->size, UPCR_TEAM_RADIX, place.child);
  for (int i = 0; i < place.children; i++)
    place.child[i] = rank_at(op, root, place.child[i]);
  return place;
}

/* A child is offered a fragment when it has read the one before, of UPCR_FRAGMENT bytes. */
static void pass_on(struct upcr_op *op, const struct place *place, const char *data, size_t n,
                    bool is_first) {
  for (int i = 0; i < place->children; i++) {
    if (!is_first)
      upcr_op_await_read(op, place->child[i], UPCR_FRAGMENT);
    upcr_op_offer(op, place->child[i], data, n);
  }
}

void upcr_plan_broadcast(struct upcr_op *op, int root, char *to, const char *from, size_t n) {
  struct place place = place_in_tree(op, root);
  bool overlaps =
      upcr_ceil_log(op->team->size, UPCR_TEAM_RADIX) > 1 && !upcr_job->config.oversubscribed;
  size_t most = overlaps ? UPCR_FRAGMENT : n, at = 0, fragment;
  do {
    fragment = n - at < most ? n - at : most;
    if (place.parent >= 0)
      upcr_op_fetch(op, place.parent, to + at, fragment);
    pass_on(op, &place, (place.parent < 0 ? from : to) + at, fragment, at == 0);
    at += fragment;
  } while (at < n);
  if (place.parent < 0)
    upcr_op_copy(op, to, from, n);
  for (int i = 0; i < place.children; i++)
    upcr_op_await_read_at_end(op, place.child[i], fragment);
}
