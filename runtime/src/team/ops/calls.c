/* SPDX-License-Identifier: Apache-2.0 */
/* From the arguments of a upcx_team_ function to its plan: checks, the calling member's memory, and
 * the givers and takers of blocks. The plans decide how blocks move (ops.h). */
#include <stdlib.h>
#include <string.h>
#include <upc_types.h>

#include "../../base/log.h"
#include "../../check/check.h"
#include "../../coll/geometry.h"
#include "../../mem/segment.h"
#include "ops.h"

static const char *name_of(const struct upcr_op *op) { return upcr_collective_name(op->function); }

static void check_private(enum upcr_collective function, const void *p, size_t n,
                          const char *name) {
  if (!p && n)
    upcr_fatal("%s: %s is a null pointer", upcr_collective_name(function), name);
}

/* Blocks of one size have no arrays to check. */
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

static uint32_t digest_of_perm(const struct upcr_team_call *c) {
  uint32_t digest = 0;
  for (int i = 0; c->perm && i < c->team->size; i++)
    digest = upcr_digest(digest, (unsigned)c->perm[i]);
  return digest;
}

/* 0 unless counts are single-valued. */
static uint32_t digest_of_counts(const struct upcr_team_call *c) {
  uint32_t digest = 0;
  bool all_agree = c->which == UPCR_ALL_GATHER_ALL && c->of_dst.vary;
  for (int i = 0; all_agree && i < c->team->size; i++)
    digest =
        upcr_digest(upcr_digest(digest, c->of_dst.nbytes[i]), c->is_private ? 0 : c->of_dst.at[i]);
  return digest;
}

/* In place src is not read. Numbers of the program's own operations may differ. */
struct upcr_arguments upcr_team_arguments(const struct upcr_team_call *c,
                                          const struct upcr_reduction *r) {
  bool in_place = c->flags & UPCX_IN_PLACE, is_own = c->type == UPCX_ELEMENT;
  struct upcr_call modes = {.function = c->function};
  upcr_call_set_modes(&modes, c->flags & ~UPCX_IN_PLACE);
  return (struct upcr_arguments){
      .value = {[UPCR_ARGUMENT_DST] = c->dst.p,
                [UPCR_ARGUMENT_SRC] = in_place ? 0 : c->src.p,
                [UPCR_ARGUMENT_RANKS] = digest_of_perm(c),
                [UPCR_ARGUMENT_COUNTS] = digest_of_counts(c),
                [UPCR_ARGUMENT_NBYTES] = c->combines ? 0 : c->n,
                [UPCR_ARGUMENT_NELEMS] = c->combines ? c->n : 0,
                [UPCR_ARGUMENT_TYPE] = (unsigned)c->type,
                [UPCR_ARGUMENT_ELEMENT] = is_own && r ? r->type->size : 0,
                [UPCR_ARGUMENT_OP] = is_own ? upcr_is_commutative(r) : (unsigned)c->operation,
                [UPCR_ARGUMENT_ROOT] = (unsigned)c->root,
                [UPCR_ARGUMENT_PRIVATE] = c->is_private,
                [UPCR_ARGUMENT_IN_PLACE] = in_place,
                [UPCR_ARGUMENT_IN] = modes.in,
                [UPCR_ARGUMENT_OUT] = modes.out}};
}

/* An operation that waits for all members first if the flags say so. */
static struct upcr_op *begin(const struct upcr_team_call *c) {
  struct upcr_reduction r = {.type = 0};
  upcr_team_check(c->team, upcr_collective_name(c->function));
  check_in_place(c);
  if (c->combines)
    r = upcr_team_reduction(c->function, c->type, c->operation, c->n);
  if (c->which == UPCR_ALL_GATHER_ALL)
    check_counts(c->function, &c->of_dst);
  if (c->which == UPCR_ALL_PERMUTE)
    check_private(c->function, c->perm, 1, "perm");
  upcr_collective_check(c->function);
  struct upcr_arguments arguments = upcr_team_arguments(c, &r);
  if (upcr_check_on())
    upcr_arguments_now = arguments;
  struct upcr_op *op = upcr_op_new(c->team, c->function, upcr_arguments_digest(&arguments));
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

/* n bytes at p in the calling thread's memory, all of one object. */
static char *own(const struct upcr_op *op, upcr_pts_t p, size_t n, const char *name) {
  upcr_check_argument(name_of(op), p, n, strcmp(name, "src") == 0 ? "read" : "write");
  return upcr_segment_address(p);
}

/* The calling thread's part of an array with a part on each thread. */
static char *own_part(const struct upcr_op *op, upcr_ppts_t array, size_t n, const char *name) {
  upcr_argument_check(op->function, array.p, name);
  if (upcr_thread(array.p) != 0)
    upcr_fatal("%s: %s must point to thread 0's part, whatever threads are in the team; it points "
               "to thread %lu",
               name_of(op), name, upcr_thread(array.p));
  return own(op, upcr_part(array.p, upcr_self.mythread, 0), n, name);
}

/* The rank of the member that alone has the array. */
static int owner_of(const struct upcr_op *op, upcr_ppts_t array, const char *name) {
  unsigned long thread = upcr_thread(array.p);
  upcr_argument_check(op->function, array.p, name);
  if (op->team->rank_of[thread] < 0)
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

/* The rank that sends to the calling member; ends the job if `perm` is no permutation. */
static int source(const struct upcr_op *op, const int *perm) {
  int size = op->team->size, me = op->team->rank, found = -1;
  char *seen = upcr_kept_memory((size_t)size, "the ranks of a permutation");
  for (int r = 0; r < size; r++) {
    if (perm[r] < 0 || perm[r] >= size || seen[perm[r]])
      upcr_fatal("upcx_team_permute: perm[%d] is %d: perm must have each rank from 0 to %d once", r,
                 perm[r], size - 1);
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
  if (c->is_private) {
    upcr_team_check_rank(op->team, c->root, name_of(op));
    return c->root;
  }
  return g.from_root ? owner_of(op, c->src, "src") : owner_of(op, c->dst, "dst");
}

/* Without memory yet. */
static struct upcr_moves moves_of(const struct upcr_op *op, const struct upcr_team_call *c,
                                  int root, size_t n) {
  struct upcr_geometry g = upcr_geometry_of(c->which);
  int me = op->team->rank, of_root = me == root ? UPCR_EVERYONE : UPCR_NOBODY;
  struct upcr_moves m = {.gives = g.from_root ? of_root : root,
                         .takes = g.to_root ? of_root : root,
                         .of_to = {.is_one = !g.dst_by_giver, .each = n},
                         .of_from = {.is_one = !g.src_by_taker, .each = n},
                         .in_place = c->flags & UPCX_IN_PLACE};
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
  if (is_free(c) && !c->is_counted && (c->which == UPCR_ALL_GATHER_ALL || !m.in_place))
    m.free = m.in_place ? &c->dst : &c->src;
  return m;
}

static bool gives(const struct upcr_moves *m) { return m->gives != UPCR_NOBODY; }
static bool takes(const struct upcr_moves *m) { return m->takes != UPCR_NOBODY; }

/* The copies of offered data: private blocks are copied now, those of an exchange in place before
 * others' are written over them. */
static enum upcr_keep keep_of(const struct upcr_team_call *c) {
  return c->is_private              ? UPCR_KEEP_NOW
         : c->flags & UPCX_IN_PLACE ? UPCR_KEEP_ALWAYS
                                    : UPCR_KEEP_IF_SHORT;
}

/* Moves a private block of the member's own now, after the blocks for others have been copied: src
 * may be written when the call returns, and dst may be src. */
static void move_blocks(struct upcr_op *op, const struct upcr_team_call *c, struct upcr_moves m) {
  int me = op->team->rank;
  struct upcr_packed packed = {.blocks = m.of_from};
  if (gives(&m))
    m.own = m.from + upcr_block_at(m.free && m.in_place ? &m.of_to : &m.of_from, me);
  if (gives(&m) && m.gives != me && !m.free)
    m.from = upcr_team_keep(op, m.from, &m.of_from, keep_of(c), &packed);
  if (c->is_private && gives(&m) && takes(&m)) {
    char *place = m.to + upcr_block_at(&m.of_to, me);
    size_t n = upcr_block_bytes(&m.of_from, me);
    m.own = n ? memmove(place, m.own, n) : place;
  }
  m.of_from = packed.blocks;
  upcr_plan_blocks(op, &m);
  free(packed.at);
}

/* Private data that the member passes on lie in shared memory. */
static void broadcast(struct upcr_op *op, const struct upcr_team_call *c,
                      const struct upcr_moves *m, int root) {
  char *from = gives(m) ? upcr_team_keep_one(op, m->from, c->n, keep_of(c)) : 0, *to = m->to;
  if (c->is_private && gives(m))
    to = from;
  else if (c->is_private && upcr_passes_on(op, root))
    to = upcr_op_scratch(op, c->n, c->n);
  upcr_plan_broadcast(op, root, to, from, c->n);
  if (!gives(m))
    upcr_op_copy(op, m->to, to, c->n);
}

/* The member's part of an array, or, if it is the root's alone, the whole. Arrays of counts are
 * those of members that have it. */
__attribute__((always_inline)) static inline char *memory(const struct upcr_op *op,
                                                          const struct upcr_team_call *c,
                                                          bool is_dst,
                                                          const struct upcr_blocks *b) {
  struct upcr_geometry g = upcr_geometry_of(c->which);
  const char *name = is_dst ? "dst" : "src";
  char *private = is_dst ? c->to : (char *)c->from;
  check_counts(op->function, b);
  if (c->is_private && private)
    return private;
  size_t n = upcr_blocks_end(b, op->team->size);
  if (c->is_private) {
    check_private(op->function, private, n, c->which == UPCR_ALL_BROADCAST ? "buffer" : name);
    return 0;
  }
  upcr_ppts_t array = is_dst ? c->dst : c->src;
  return (is_dst ? g.to_root : g.from_root) ? own(op, array.p, n, name)
                                            : own_part(op, array, n, name);
}

static void find_memory(const struct upcr_op *op, const struct upcr_team_call *c,
                        struct upcr_moves *m) {
  bool in_place = c->flags & UPCX_IN_PLACE;
  int size = op->team->size;
  if (takes(m))
    m->to = memory(op, c, true, &m->of_to);
  if (in_place)
    m->from = m->to;
  else if (gives(m))
    m->from = memory(op, c, false, &m->of_from);
  if (in_place || !takes(m) || !gives(m))
    return;
  if (c->is_counted)
    check_own_block(op, m);
  if (!c->is_private)
    check_apart(op, m->to, upcr_blocks_end(&m->of_to, size), m->from,
                upcr_blocks_end(&m->of_from, size));
}

static void plan_blocks(struct upcr_op *op, const struct upcr_team_call *c,
                        const struct upcr_moves *m, int root) {
  if (!m->free && c->which == UPCR_ALL_BROADCAST)
    broadcast(op, c, m, root);
  else if (!m->free && c->which == UPCR_ALL_GATHER_ALL)
    upcr_plan_gather_all(op, m->to, &m->of_to,
                         m->from + (m->in_place ? upcr_block_at(&m->of_to, op->team->rank) : 0),
                         c->is_private ? UPCR_KEEP_NOW : UPCR_KEEP_IF_SHORT);
  else
    move_blocks(op, c, *m);
}

/* Vectors. */

/* An inclusive prefix of private memory is computed in the copy of the member's vector, which
 * others read. */
static void plan_vectors(struct upcr_op *op, const struct upcr_team_call *c,
                         const struct upcr_moves *m, int root, size_t n) {
  bool in_copy = c->is_private && op->function == UPCR_TEAM_PREFIX_REDUCE;
  char *from = (char *)m->from;
  size_t all = c->which == UPCR_ALL_REDUCE_SCATTER ? n * (size_t)op->team->size : n;
  if (c->is_private)
    from = upcr_team_keep_one(op, from, all, UPCR_KEEP_NOW);
  struct upcr_vectors v = {root, in_copy ? from : m->to, from, c->is_private ? from : m->to, n};
  if (!is_free(c) || !upcr_plan_free_vectors(op, &v, c->flags & UPCX_IN_PLACE ? c->dst : c->src))
    upcr_plan_vectors(op, &v);
  if (in_copy)
    upcr_op_copy(op, c->to, from, n);
}

static void plan_data(struct upcr_op *op, const struct upcr_team_call *c) {
  size_t n = c->combines ? upcr_vector_bytes(&op->reduction) : c->n;
  int root = root_of(op, c);
  struct upcr_moves m = moves_of(op, c, root, n);
  find_memory(op, c, &m);
  if (c->combines)
    plan_vectors(op, c, &m, root, n);
  else
    plan_blocks(op, c, &m, root);
}

struct upcr_op *upcr_team_plan(const struct upcr_team_call *c) {
  struct upcr_op *op = begin(c);
  if (c->which == UPCR_TEAM_BARRIER)
    upcr_plan_barrier(op);
  else
    plan_data(op, c);
  if (op->ends_with_barrier)
    upcr_plan_barrier(op);
  return op;
}
