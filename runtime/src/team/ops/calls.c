/* SPDX-License-Identifier: Apache-2.0 */
/* From the arguments of a upcx_team_ function to its plan: checks, the calling member's memory, and
 * the givers and takers of blocks. The plans decide how blocks move (ops.h). */
#include <stdlib.h>
#include <string.h>
#include <upc_types.h>

#include "../../base/log.h"
#include "../../check/check.h"
#include "../../coll/call.h"
#include "../../coll/geometry.h"
#include "../../mem/segment.h"
#include "ops.h"

static const char *name_of(const struct upcr_op *op) { return upcr_collective_name(op->function); }

void upcr_team_check_private(enum upcr_collective function, const void *p, size_t n,
                             const char *name) {
  if (!p && n)
    upcr_fatal("%s: %s is a null pointer", upcr_collective_name(function), name);
}

/* Nothing where blocks have one size. */
static void check_counts(enum upcr_collective function, const struct upcr_blocks *b) {
  if (b->vary && (!b->nbytes || !b->at))
    upcr_fatal("%s: the array of %s is a null pointer", upcr_collective_name(function),
               b->nbytes ? "displacements" : "counts");
}

static void check_in_place(const struct upcr_team_call *c) {
  enum upcr_collective f = c->function;
  if ((c->flags & UPCX_IN_PLACE) && c->which != UPCR_ALL_GATHER_ALL && f != UPCR_TEAM_EXCHANGE &&
      c->which != UPCR_ALL_REDUCE_ALL)
    upcr_fatal("%s: UPCX_IN_PLACE is not for this function", upcr_collective_name(f));
}

/* A digest of the arguments that must agree in all members; counts only for gather_all. In place
 * src says nothing. */
static uint32_t digest_of(const struct upcr_team_call *c, const struct upcr_reduction *r) {
  upcr_pts_t src = c->flags & UPCX_IN_PLACE ? 0 : c->src.p;
  uint32_t digest = upcr_digest(upcr_digest(upcr_digest(c->is_private, c->dst.p), src), c->n);
  digest = upcr_digest(digest, (uint64_t)c->root << 32 | (unsigned)c->flags);
  if (c->combines)
    digest = upcr_team_reduction_digest(digest, r, c->type, c->operation);
  for (int i = 0; c->perm && i < c->team->size; i++)
    digest = upcr_digest(digest, (unsigned)c->perm[i]);
  if (c->which == UPCR_ALL_GATHER_ALL && c->of_dst.vary)
    for (int i = 0; i < c->team->size; i++)
      digest = upcr_digest(upcr_digest(digest, c->of_dst.nbytes[i]),
                           c->is_private ? 0 : c->of_dst.at[i]);
  return digest;
}

/* An operation that waits for all members first if the flags say so. */
static struct upcr_op *begin(const struct upcr_team_call *c) {
  struct upcr_reduction r = {.type = 0};
  upcr_team_check(c->team, upcr_collective_name(c->function));
  check_in_place(c);
  upcr_check_modes(c->function, c->flags & ~UPCX_IN_PLACE);
  if (c->combines)
    r = upcr_team_reduction(c->function, c->type, c->operation, c->n);
  if (c->which == UPCR_ALL_GATHER_ALL)
    check_counts(c->function, &c->of_dst);
  if (c->which == UPCR_ALL_PERMUTE)
    upcr_team_check_private(c->function, c->perm, 1, "perm");
  upcr_collective_check(c->function);
  struct upcr_op *op = upcr_op_new(c->team, c->function, digest_of(c, &r));
  op->reduction = r;
  op->ends_with_barrier = !(c->flags & (UPC_OUT_MYSYNC | UPC_OUT_NOSYNC));
  if (!(c->flags & (UPC_IN_MYSYNC | UPC_IN_NOSYNC)))
    upcr_plan_barrier(op);
  return op;
}

/* With NOSYNC the program guarantees that all data are ready when the first member calls, and are
 * not touched before the last one has returned: a member copies its data and waits for nobody. */
static bool is_free(const struct upcr_team_call *c) {
  return (c->flags & UPC_IN_NOSYNC) && (c->flags & UPC_OUT_NOSYNC);
}

static void check_null(const struct upcr_op *op, upcr_pts_t p, const char *name) {
  if (p == 0)
    upcr_fatal("%s: %s is a null pointer-to-shared", name_of(op), name);
}

/* n bytes at p in the calling thread's memory, all of one object. */
static char *own(const struct upcr_op *op, upcr_pts_t p, size_t n, const char *name) {
  upcr_check_argument(name_of(op), p, n, strcmp(name, "src") == 0 ? "read" : "write");
  return upcr_segment_address(p);
}

/* The calling thread's part of an array with a part on each thread. */
static char *own_part(const struct upcr_op *op, upcr_ppts_t array, size_t n, const char *name) {
  check_null(op, array.p, name);
  if (upcr_thread(array.p) != 0)
    upcr_fatal("%s: %s must point to thread 0's part, whatever threads are in the team; it points "
               "to thread %lu",
               name_of(op), name, upcr_thread(array.p));
  return own(op, upcr_part(array.p, upcr_self.mythread, 0), n, name);
}

/* The rank of the member that alone has the array. */
static int owner_of(const struct upcr_op *op, upcr_ppts_t array, const char *name) {
  unsigned long thread = upcr_thread(array.p);
  check_null(op, array.p, name);
  if (thread >= (unsigned long)upcr_self.threads || op->team->rank_of[thread] < 0)
    upcr_fatal("%s: %s is on thread %lu, which is not in the team", name_of(op), name, thread);
  return op->team->rank_of[thread];
}

/* In checked code: ends the job if both have bytes in common and are not the same. */
static void check_apart(const struct upcr_op *op, const char *dst, size_t to, const char *src,
                        size_t from) {
  if (upcr_check_on() && dst != src && to && from && dst + to > src && src + from > dst)
    upcr_fatal("%s: dst and src overlap on thread %d", name_of(op), upcr_self.mythread);
}

static void check_own_block(const struct upcr_op *op, const struct upcr_moves *m) {
  int me = op->team->rank;
  size_t expected = upcr_block_bytes(&m->of_to, me), given = upcr_block_bytes(&m->of_from, me);
  if (expected != given)
    upcr_fatal("%s: thread %d (rank %d) has %zu bytes for itself, and expects %zu", name_of(op),
               upcr_self.mythread, me, given, expected);
}

static int checked_root(const struct upcr_op *op, int root) {
  if (root < 0 || root >= op->team->size)
    upcr_fatal("%s: there is no rank %d in a team of %d", name_of(op), root, op->team->size);
  return root;
}

/* Blocks. */

/* The rank that sends to the calling member; ends the job if `perm` is no permutation. */
static int source(const struct upcr_op *op, const int *perm) {
  int size = op->team->size, me = op->team->rank, found = -1;
  char *seen = calloc((size_t)size, 1);
  if (!seen)
    upcr_fatal("upcx_team_permute: no memory for %d ranks", size);
  for (int r = 0; r < size; r++) {
    if (perm[r] < 0 || perm[r] >= size || seen[perm[r]])
      upcr_fatal("upcx_team_permute: perm[%d] is %d: perm has to have each rank from 0 to %d once",
                 r, perm[r], size - 1);
    seen[perm[r]] = 1;
    if (perm[r] == me)
      found = r;
  }
  free(seen);
  return found;
}

static int root_of(const struct upcr_op *op, const struct upcr_team_call *c) {
  struct upcr_geometry g = upcr_geometry_of(c->which);
  if (!g.from_root && !g.to_root)
    return UPCR_EVERYONE;
  if (c->is_private)
    return checked_root(op, c->root);
  return g.from_root ? owner_of(op, c->src, "src") : owner_of(op, c->dst, "dst");
}

/* Without memory yet. */
static struct upcr_moves moves_of(const struct upcr_op *op, const struct upcr_team_call *c,
                                  int root) {
  struct upcr_geometry g = upcr_geometry_of(c->which);
  int me = op->team->rank, of_root = me == root ? UPCR_EVERYONE : UPCR_NOBODY;
  struct upcr_moves m = {.gives = g.from_root ? of_root : root,
                         .takes = g.to_root ? of_root : root,
                         .of_to = {.is_one = !g.dst_by_giver, .each = c->n},
                         .of_from = {.is_one = !g.src_by_taker, .each = c->n}};
  if (c->perm) {
    m.gives = c->perm[me];
    m.takes = source(op, c->perm);
  }
  if (c->is_counted) {
    m.of_to = c->of_dst;
    m.of_from = c->of_src;
  }
  if (m.of_to.vary && c->which == UPCR_ALL_GATHER_ALL)
    m.of_from = (struct upcr_blocks){.is_one = true, .each = m.of_to.nbytes[me]};
  return m;
}

/* In place each block of a gather_all lies where it goes to. */
static void copy_free(struct upcr_op *op, const struct upcr_team_call *c,
                      const struct upcr_moves *m) {
  bool in_place = c->flags & UPCX_IN_PLACE;
  int size = op->team->size, me = op->team->rank, first = m->takes == UPCR_EVERYONE ? me : m->takes;
  upcr_ppts_t src = in_place ? c->dst : c->src;
  for (int k = 0; m->takes != UPCR_NOBODY && k < (m->takes == UPCR_EVERYONE ? size : 1); k++) {
    int rank = (first + k) % size;
    size_t at = in_place ? upcr_block_at(&m->of_to, rank) : upcr_block_at(&m->of_from, me);
    upcr_op_copy_shared(op, m->to + upcr_block_at(&m->of_to, rank),
                        upcr_team_part_of(op, src, rank, at), upcr_block_bytes(&m->of_to, rank));
  }
}

/* Blocks for others are buffered if that saves a wait. An exchange in place copies them to scratch
 * memory, so that others do not read overwritten blocks. */
static void move_blocks(struct upcr_op *op, struct upcr_moves m, bool in_place) {
  struct upcr_packed packed = {.blocks = m.of_from};
  if (m.from)
    m.own = m.from + upcr_block_at(&m.of_from, op->team->rank);
  if (in_place) {
    char *aside = upcr_op_scratch(op, upcr_blocks_end(&m.of_from, op->team->size), m.of_from.each);
    upcr_team_copy_others(op, aside, &m.of_from, m.from, &m.of_from);
    m.from = aside;
  } else if (m.gives == UPCR_EVERYONE) {
    m.from = upcr_team_buffer_blocks(op, m.from, &m.of_from, &packed);
  } else if (m.gives != UPCR_NOBODY && m.gives != op->team->rank) {
    m.from = upcr_team_buffer(op, m.from, upcr_block_bytes(&m.of_from, m.gives));
  }
  m.of_from = packed.blocks;
  upcr_plan_blocks(op, &m);
  free(packed.at);
}

/* The member's part of an array, or, if it is the root's alone, the whole; 0: it has none. Arrays
 * of counts are those of members that have it. */
static char *memory(const struct upcr_op *op, upcr_ppts_t array, bool is_at_root, int root,
                    const struct upcr_blocks *b, const char *name) {
  if (is_at_root && op->team->rank != root)
    return 0;
  check_counts(op->function, b);
  size_t n = upcr_blocks_end(b, op->team->size);
  return is_at_root ? own(op, array.p, n, name) : own_part(op, array, n, name);
}

static void plan_shared(struct upcr_op *op, const struct upcr_team_call *c, struct upcr_moves m,
                        int root) {
  struct upcr_geometry g = upcr_geometry_of(c->which);
  bool in_place = c->flags & UPCX_IN_PLACE, is_all = c->which == UPCR_ALL_GATHER_ALL;
  int me = op->team->rank, size = op->team->size;
  m.to = memory(op, c->dst, g.to_root, root, &m.of_to, "dst");
  m.from = in_place ? m.to : memory(op, c->src, g.from_root, root, &m.of_from, "src");
  if (m.to && m.from && !in_place) {
    check_own_block(op, &m);
    check_apart(op, m.to, upcr_blocks_end(&m.of_to, size), m.from,
                upcr_blocks_end(&m.of_from, size));
  }
  if (is_free(c) && !c->is_counted && (is_all || !in_place)) {
    copy_free(op, c, &m);
  } else if (c->which == UPCR_ALL_BROADCAST) {
    upcr_plan_broadcast(op, root, m.to, m.from ? upcr_team_buffer(op, m.from, c->n) : 0, c->n);
  } else if (is_all) {
    if (!in_place)
      upcr_op_copy(op, m.to + upcr_block_at(&m.of_to, me), m.from, upcr_block_bytes(&m.of_to, me));
    upcr_plan_gather_all(op, m.to, &m.of_to);
  } else {
    move_blocks(op, m, in_place);
  }
}

static void broadcast_private(struct upcr_op *op, const struct upcr_team_call *c, int root) {
  size_t n = c->n;
  upcr_team_check_private(op->function, c->to, n, "buffer");
  if (op->team->rank == root) {
    char *from = upcr_team_stage(op, c->to, n, n);
    upcr_plan_broadcast(op, root, from, from, n);
    return;
  }
  char *to = upcr_passes_on(op, root) ? upcr_op_scratch(op, n, n) : c->to;
  upcr_plan_broadcast(op, root, to, 0, n);
  upcr_op_copy(op, c->to, to, n);
}

/* For blocks of the member itself. */
static void check_blocks(const struct upcr_op *op, const struct upcr_blocks *b, const void *p,
                         const char *name) {
  check_counts(op->function, b);
  upcr_team_check_private(op->function, p, upcr_blocks_end(b, op->team->size), name);
}

/* Moves the member's own block now, after the blocks for others have been copied: src may be
 * written when the call returns, and dst may be src. */
static void move_private(struct upcr_op *op, const struct upcr_team_call *c, struct upcr_moves m) {
  int me = op->team->rank;
  bool has_dst = m.takes != UPCR_NOBODY, has_src = m.gives != UPCR_NOBODY;
  struct upcr_packed staged = {.blocks = m.of_from};
  const char *src = c->from;
  m.own = m.to = c->to;
  if (has_dst)
    check_blocks(op, &m.of_to, m.to, "dst");
  if (has_src)
    check_blocks(op, &m.of_from, src, "src");
  if (has_dst && has_src)
    check_own_block(op, &m);
  if (m.gives == UPCR_EVERYONE)
    m.from = upcr_team_stage_others(op, src, &m.of_from, &staged);
  else if (has_src && m.gives != me)
    m.from = upcr_team_stage(op, src, m.of_from.each, m.of_from.each);
  if (has_dst && has_src) {
    size_t n = upcr_block_bytes(&m.of_from, me);
    m.own = m.to + upcr_block_at(&m.of_to, me);
    if (n)
      memmove(m.to + upcr_block_at(&m.of_to, me), src + upcr_block_at(&m.of_from, me), n);
  }
  m.of_from = staged.blocks;
  upcr_plan_blocks(op, &m);
  free(staged.at);
}

static void plan_blocks(struct upcr_op *op, const struct upcr_team_call *c) {
  int root = root_of(op, c);
  struct upcr_moves m = moves_of(op, c, root);
  if (!c->is_private)
    plan_shared(op, c, m, root);
  else if (c->which == UPCR_ALL_BROADCAST)
    broadcast_private(op, c, root);
  else if (c->which == UPCR_ALL_GATHER_ALL)
    upcr_plan_gather_all_private(op, c->to, &m.of_to, c->from);
  else
    move_private(op, c, m);
}

/* Vectors. */

/* `root` is read of UPCR_TEAM_REDUCE alone; `shared`: where the member's slice of a reduce_all is
 * made. */
static void combine(struct upcr_op *op, int root, char *to, const char *from, char *shared,
                    size_t n) {
  switch (op->function) {
  case UPCR_TEAM_REDUCE:
    return upcr_plan_reduce(op, root, to, from, n);
  case UPCR_TEAM_REDUCE_ALL:
    return upcr_plan_reduce_all(op, to, from, shared, n);
  case UPCR_TEAM_REDUCE_SCATTER:
    return upcr_plan_reduce_scatter(op, to, upcr_team_buffer(op, from, n * (size_t)op->team->size),
                                    n);
  case UPCR_TEAM_PREFIX_REDUCE:
    return upcr_plan_prefix(op, to, from, n);
  default:
    return upcr_plan_prefix_exclusive(op, to, from, n);
  }
}

/* The member folds what it wants where it lies. */
static void combine_free(struct upcr_op *op, char *to, upcr_ppts_t src, size_t n) {
  int me = op->team->rank, ranks = op->team->size;
  if (op->function == UPCR_TEAM_PREFIX_REDUCE)
    ranks = me + 1;
  else if (op->function == UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE)
    ranks = me;
  upcr_plan_fold_ranks(op, to, src, ranks,
                       op->function == UPCR_TEAM_REDUCE_SCATTER ? n * (size_t)me : 0, n);
}

/* Bytes of a member's vectors: a reduce_scatter has one for each. */
static size_t given_bytes(const struct upcr_op *op, size_t n) {
  return op->function == UPCR_TEAM_REDUCE_SCATTER ? n * (size_t)op->team->size : n;
}

static void combine_shared(struct upcr_op *op, const struct upcr_team_call *c) {
  bool is_rooted = op->function == UPCR_TEAM_REDUCE,
       each_reads_one = is_rooted || op->function == UPCR_TEAM_REDUCE_SCATTER;
  upcr_ppts_t src = c->flags & UPCX_IN_PLACE ? c->dst : c->src;
  size_t n = upcr_vector_bytes(&op->reduction), all = given_bytes(op, n);
  int root = is_rooted ? owner_of(op, c->dst, "dst") : op->team->rank;
  char *to = 0, *from;
  if (root == op->team->rank)
    to = is_rooted ? own(op, c->dst.p, n, "dst") : own_part(op, c->dst, n, "dst");
  from = own_part(op, src, all, "src");
  if (to)
    check_apart(op, to, n, from, all);
  if (!is_free(c) || (!each_reads_one && (to == from || !upcr_team_reads_all(op, n))))
    combine(op, root, to, from, to, n);
  else if (to)
    combine_free(op, to, src, n);
}

/* An inclusive prefix is computed in the copy of the member's vector, which others read. */
static void combine_private(struct upcr_op *op, const struct upcr_team_call *c) {
  size_t n = upcr_vector_bytes(&op->reduction), all = given_bytes(op, n);
  bool is_rooted = op->function == UPCR_TEAM_REDUCE,
       in_copy = op->function == UPCR_TEAM_PREFIX_REDUCE;
  if (!is_rooted || op->team->rank == checked_root(op, c->root))
    upcr_team_check_private(op->function, c->to, n, "dst");
  char *copy = upcr_team_stage(op, c->from, all, all);
  combine(op, c->root, in_copy ? copy : c->to, copy, copy, n);
  if (in_copy)
    upcr_op_copy(op, c->to, copy, n);
}

struct upcr_op *upcr_team_plan(const struct upcr_team_call *c) {
  struct upcr_op *op = begin(c);
  if (c->combines)
    (c->is_private ? combine_private : combine_shared)(op, c);
  else if (c->which == UPCR_TEAM_BARRIER)
    upcr_plan_barrier(op);
  else
    plan_blocks(op, c);
  if (op->ends_with_barrier)
    upcr_plan_barrier(op);
  return op;
}
