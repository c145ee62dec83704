/* Down a tree of radix 4 by rank from the root: each takes the data from its parent, then offers
 * them to its children. Where the tree has several levels, long data go in fragments: a level
 * has one while the level below has the one before. Not with more threads than processors, where
 * each fragment would cost switches between threads and nothing is done at once. */
#include <string.h>

#include "../../coll/patterns/tree.h"
#include "../../mem/job.h"
#include "../arguments.h"
#include "../engine.h"
#include "../whole.h"
#include "ops.h"
#include "../../coll/constants.h"

enum { CHILDREN = 3 * 16 /* three a digit of a number of threads */ };

static int from_root(const struct upcr_op *op, int root) {
  int relative = op->team->rank - root;
  return relative < 0 ? relative + op->team->size : relative;
}

static int rank_at(const struct upcr_op *op, int root, int relative) { return (relative + root) % op->team->size; }

/* Does the member pass data on? */
static bool is_inner(const struct upcr_op *op, int root) {
  return upcr_knomial_span(from_root(op, root), op->team->size, UPCR_TEAM_RADIX) > 1;
}

/* The member's place in the tree. */
struct place {
  int parent; /* -1: the root */
  int child[CHILDREN], children;
};

static struct place place_in_tree(const struct upcr_op *op, int root) {
  int me = from_root(op, root);
  struct place place = {.parent = me == 0 ? -1 : rank_at(op, root, upcr_knomial_parent(me, UPCR_TEAM_RADIX))};
  place.children = upcr_knomial_children(me, op->team->size, UPCR_TEAM_RADIX, place.child);
  for (int i = 0; i < place.children; i++)
    place.child[i] = rank_at(op, root, place.child[i]);
  return place;
}

/* A child is offered a fragment when it has read the one before, of UPCR_FRAGMENT bytes. */
static void pass_on(struct upcr_op *op, const struct place *place, const char *data, size_t n, bool is_first) {
  for (int i = 0; i < place->children; i++) {
    if (!is_first)
      upcr_op_await_read(op, place->child[i], UPCR_FRAGMENT);
    upcr_op_offer(op, place->child[i], data, n);
  }
}

void upcr_plan_broadcast(struct upcr_op *op, int root, char *to, const char *from, size_t n) {
  struct place place = place_in_tree(op, root);
  bool overlaps = upcr_ceil_log(op->team->size, UPCR_TEAM_RADIX) > 1 && !upcr_job->config.oversubscribed;
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

static struct upcr_op *broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_BROADCAST, flags, 0, upcr_team_digest(dst.p, src.p, nbytes));
  int root = upcr_team_root(op, src, "src");
  char *to = upcr_team_part(op, dst, nbytes, "dst");
  const char *from = 0;
  if (op->team->rank == root) {
    from = upcr_team_own(op, src, nbytes, "src");
    upcr_team_check_apart(op, to, nbytes, from, nbytes);
  }
  if (upcr_team_is_free(flags)) {
    upcr_op_copy_shared(op, to, src.p, nbytes);
    return upcr_team_planned(op);
  }
  if (op->team->rank == root)
    from = upcr_team_lend(op, from, nbytes);
  upcr_plan_broadcast(op, root, to, from, nbytes);
  return upcr_team_planned(op);
}

static struct upcr_op *broadcast_private(void *buffer, size_t nbytes, int root, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_BROADCAST, upcr_team_digest(0, (unsigned)root, nbytes));
  upcr_team_check_root(op, root);
  upcr_team_check_private(op->function, buffer, nbytes, "buffer");
  if (op->team->rank == root) {
    char *from = upcr_team_stage(op, buffer, nbytes, nbytes);
    upcr_plan_broadcast(op, root, from, from, nbytes);
    return op;
  }
  char *to = is_inner(op, root) ? upcr_op_scratch(op, nbytes, nbytes) : buffer;
  upcr_plan_broadcast(op, root, to, 0, nbytes);
  upcr_op_copy(op, buffer, to, nbytes);
  return op;
}

UPCR_TEAM_FORMS_OR_WHOLE(broadcast, (upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team),
                         (dst, src, nbytes, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(broadcast_private, (void *buffer, size_t nbytes, int root, upcx_team_t team),
                         (buffer, nbytes, root, team))
