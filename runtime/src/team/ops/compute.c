/* SPDX-License-Identifier: Apache-2.0 */
/* upcx_team_ functions that combine vectors: their arguments, and which plan serves them. */
#include "../arguments.h"
#include "../engine.h"
#include "../reduction.h"
#include "../all_threads.h"
#include "ops.h"

/* `root` is read of UPCR_TEAM_REDUCE alone; `shared`: where the member's slice of a reduce_all is
 * made. */
static void plan(struct upcr_op *op, int root, char *to, const char *from, char *shared, size_t n) {
  switch (op->function) {
  case UPCR_TEAM_REDUCE:
    upcr_plan_reduce(op, root, to, from, n);
    break;
  case UPCR_TEAM_REDUCE_ALL:
    upcr_plan_reduce_all(op, to, from, shared, n);
    break;
  case UPCR_TEAM_REDUCE_SCATTER:
    upcr_plan_reduce_scatter(op, to, upcr_team_lend(op, from, n * (size_t)op->team->size), n);
    break;
  case UPCR_TEAM_PREFIX_REDUCE:
    upcr_plan_prefix(op, to, from, n);
    break;
  default:
    upcr_plan_prefix_exclusive(op, to, from, n);
  }
}

/* Vectors of each member: a reduce_scatter has one for each. */
static size_t vectors_of(const struct upcr_op *op) {
  return op->function == UPCR_TEAM_REDUCE_SCATTER ? (size_t)op->team->size : 1;
}

/* NOSYNC on both sides: the member folds what it wants where it lies. */
static void plan_free(struct upcr_op *op, char *to, upcr_ppts_t src, size_t n) {
  int me = op->team->rank, ranks = op->team->size;
  if (op->function == UPCR_TEAM_PREFIX_REDUCE)
    ranks = me + 1;
  else if (op->function == UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE)
    ranks = me;
  upcr_plan_fold_ranks(op, to, src, ranks,
                       op->function == UPCR_TEAM_REDUCE_SCATTER ? n * (size_t)me : 0, n);
}

static struct upcr_op *shared(enum upcr_collective function, upcr_ppts_t dst, upcr_ppts_t src,
                              int type, int operation, size_t nelems, int flags, upcx_team_t team) {
  bool is_rooted = function == UPCR_TEAM_REDUCE,
       each_reads_one = is_rooted || function == UPCR_TEAM_REDUCE_SCATTER;
  if (flags & UPCX_IN_PLACE)
    src = dst;
  struct upcr_op *op = upcr_team_reduce_call(team, function, dst, src, type, operation, nelems,
                                             flags, each_reads_one ? 0 : UPCX_IN_PLACE);
  size_t n = upcr_vector_bytes(&op->reduction), all = n * vectors_of(op);
  int root = is_rooted ? upcr_team_root(op, dst, "dst") : UPCR_EVERYONE;
  bool has_dst = !is_rooted || op->team->rank == root;
  char *to = is_rooted ? 0 : upcr_team_part(op, dst, n, "dst"),
       *from = upcr_team_part(op, src, all, "src");
  if (is_rooted && has_dst)
    to = upcr_team_own(op, dst, n, "dst");
  if (has_dst)
    upcr_team_check_apart(op, to, n, from, all);
  if (!upcr_team_is_free(flags) || (!each_reads_one && (to == from || !upcr_team_reads_all(op, n))))
    plan(op, root, to, from, to, n);
  else if (has_dst)
    plan_free(op, to, src, n);
  return upcr_team_planned(op);
}

/* An inclusive prefix is made in the copy of the member's vector, which others read. */
static struct upcr_op *private(enum upcr_collective function, void *dst, const void *src, int type,
                               int operation, size_t nelems, int root, upcx_team_t team) {
  struct upcr_op *op = upcr_team_reduce_call_private(team, function, root, type, operation, nelems);
  size_t n = upcr_vector_bytes(&op->reduction), all = n * vectors_of(op);
  bool is_rooted = function == UPCR_TEAM_REDUCE, in_copy = function == UPCR_TEAM_PREFIX_REDUCE;
  if (is_rooted)
    upcr_team_check_root(op, root);
  if (!is_rooted || op->team->rank == root)
    upcr_team_check_private(op->function, dst, n, "dst");
  char *copy = upcr_team_stage(op, src, all, all);
  plan(op, root, in_copy ? copy : dst, copy, copy, n);
  if (in_copy)
    upcr_op_copy(op, dst, copy, n);
  return op;
}

static struct upcr_op *reduce_private UPCR_OF_PRIVATE_VECTORS_AT_ROOT {
  return private(UPCR_TEAM_REDUCE, dst, src, type, operation, nelems, root, team);
}

UPCR_TEAM_FORMS_OR_WHOLE(reduce_private, UPCR_OF_PRIVATE_VECTORS_AT_ROOT,
                         UPCR_PRIVATE_VECTORS_AT_ROOT)

/* upcx_team_NAME, which plans `function`, and the form on private memory of those without a root.
 * `forms` says whether the collectives of all threads serve a team of all. */
#define SHARED(name, function)                                                                     \
  static struct upcr_op *name UPCR_OF_VECTORS {                                                    \
    return shared(function, dst, src, type, operation, nelems, flags, team);                       \
  }                                                                                                \
  UPCR_TEAM_FORMS_OR_WHOLE(name, UPCR_OF_VECTORS, UPCR_VECTORS)
#define PRIVATE(name, function, forms)                                                             \
  static struct upcr_op *name UPCR_OF_PRIVATE_VECTORS {                                            \
    return private(function, dst, src, type, operation, nelems, 0, team);                          \
  }                                                                                                \
  forms(name, UPCR_OF_PRIVATE_VECTORS, UPCR_PRIVATE_VECTORS)

SHARED(reduce, UPCR_TEAM_REDUCE)
SHARED(reduce_all, UPCR_TEAM_REDUCE_ALL)
SHARED(reduce_scatter, UPCR_TEAM_REDUCE_SCATTER)
SHARED(prefix_reduce, UPCR_TEAM_PREFIX_REDUCE)
SHARED(prefix_reduce_exclusive, UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE)
PRIVATE(reduce_all_private, UPCR_TEAM_REDUCE_ALL, UPCR_TEAM_FORMS_OR_WHOLE)
PRIVATE(reduce_scatter_private, UPCR_TEAM_REDUCE_SCATTER, UPCR_TEAM_FORMS)
PRIVATE(prefix_reduce_private, UPCR_TEAM_PREFIX_REDUCE, UPCR_TEAM_FORMS_OR_WHOLE)
PRIVATE(prefix_reduce_exclusive_private, UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE,
        UPCR_TEAM_FORMS_OR_WHOLE)
