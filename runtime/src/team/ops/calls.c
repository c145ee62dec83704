/* SPDX-License-Identifier: Apache-2.0 */
/* upcx_team_ functions that move data, and the barrier. Each says where blocks lie on either side,
 * and who gives which to whom; how they go is the plans' (ops.h). */
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../coll/geometry.h"
#include "../arguments.h"
#include "../engine.h"
#include "../all_threads.h"
#include "ops.h"

struct upcr_op *upcr_team_barrier(upcx_team_t team, enum upcr_collective function) {
  struct upcr_op *op = upcr_team_call_private(team, function, 0);
  upcr_plan_barrier(op);
  return op;
}

static struct upcr_op *barrier(upcx_team_t team) {
  return upcr_team_barrier(team, UPCR_TEAM_BARRIER);
}

static struct upcr_blocks uniform(size_t each) { return (struct upcr_blocks){.each = each}; }
static struct upcr_blocks one(size_t each) {
  return (struct upcr_blocks){.is_one = true, .each = each};
}
static struct upcr_blocks varying(const size_t *counts, const size_t *displs) {
  return (struct upcr_blocks){.vary = true, .nbytes = counts, .at = displs};
}

/* EVERYONE on the root, else `other`: whom a member gives a root's blocks to, or takes them from.
 */
static int on_root(const struct upcr_op *op, int root, int other) {
  return op->team->rank == root ? UPCR_EVERYONE : other;
}

/* Arrays in shared memory. */

struct array {
  upcr_ppts_t at;
  struct upcr_blocks blocks;
  int owner; /* the rank that alone has it; EVERYONE: each member has a part */
};

static size_t bytes_of(const struct upcr_op *op, const struct array *a) {
  return upcr_blocks_end(&a->blocks, op->team->size);
}

/* The calling member's part of it; 0: nothing. Arrays of counts are those of members that have
 * it. */
static char *memory(const struct upcr_op *op, const struct array *a, const char *name) {
  if (a->owner != UPCR_EVERYONE && a->owner != op->team->rank)
    return 0;
  upcr_team_check_blocks(op->function, &a->blocks);
  return a->owner == UPCR_EVERYONE ? upcr_team_part(op, a->at, bytes_of(op, a), name)
                                   : upcr_team_own(op, a->at, bytes_of(op, a), name);
}

/* NOSYNC on both sides: without asking those who give. In place each block of a gather_all lies
 * where it goes to. */
static void copy_free(struct upcr_op *op, char *to, const struct array *dst,
                      const struct array *src, int takes, bool in_place) {
  int size = op->team->size, first = takes == UPCR_EVERYONE ? op->team->rank : takes;
  for (int k = 0; takes != UPCR_NOBODY && k < (takes == UPCR_EVERYONE ? size : 1); k++) {
    int rank = (first + k) % size;
    size_t at =
        in_place ? upcr_block_at(&dst->blocks, rank) : upcr_block_at(&src->blocks, op->team->rank);
    upcr_op_copy_shared(op, to + upcr_block_at(&dst->blocks, rank),
                        upcr_team_part_of(op, src->at, rank, at),
                        upcr_block_bytes(&dst->blocks, rank));
  }
}

/* Blocks for others are lent where that spares a wait. In place an exchange copies them aside: what
 * is read is not what is written then. */
static void move_blocks(struct upcr_op *op, struct upcr_moves m, bool in_place) {
  struct upcr_packed lent = {.blocks = m.of_from};
  if (m.from)
    m.own = m.from + upcr_block_at(&m.of_from, op->team->rank);
  if (in_place) {
    char *aside = upcr_op_scratch(op, upcr_blocks_end(&m.of_from, op->team->size), m.of_from.each);
    upcr_team_copy_others(op, aside, m.from, m.of_from.each);
    m.from = aside;
  } else if (m.gives == UPCR_EVERYONE) {
    m.from = upcr_team_lend_blocks(op, m.from, &m.of_from, &lent);
  } else if (m.gives != UPCR_NOBODY && m.gives != op->team->rank) {
    m.from = upcr_team_lend(op, m.from, upcr_block_bytes(&m.of_from, m.gives));
  }
  m.of_from = lent.blocks;
  upcr_plan_blocks(op, &m);
  free(lent.at);
}

/* The calling member gives blocks of src to `gives`, and takes those for dst from `takes`, as of
 * struct upcr_moves. */
static struct upcr_op *plan(struct upcr_op *op, struct array dst, struct array src, int gives,
                            int takes, int flags) {
  int me = op->team->rank;
  bool in_place = flags & UPCX_IN_PLACE,
       is_all = op->function == UPCR_TEAM_GATHER_ALL || op->function == UPCR_TEAM_GATHER_ALLV;
  bool is_free = upcr_team_is_free(flags) && !dst.blocks.vary && !src.blocks.vary;
  char *to = memory(op, &dst, "dst"), *from = in_place ? to : memory(op, &src, "src");
  if (to && from && !in_place) {
    upcr_team_check_own_block(op, upcr_block_bytes(&dst.blocks, me),
                              upcr_block_bytes(&src.blocks, me));
    upcr_team_check_apart(op, to, bytes_of(op, &dst), from, bytes_of(op, &src));
  }
  if (is_free && (is_all || !in_place)) {
    copy_free(op, to, &dst, in_place ? &dst : &src, takes, in_place);
  } else if (op->function == UPCR_TEAM_BROADCAST) {
    size_t n = dst.blocks.each;
    upcr_plan_broadcast(op, src.owner, to, from ? upcr_team_lend(op, from, n) : 0, n);
  } else if (is_all) {
    if (!in_place)
      upcr_op_copy(op, to + upcr_block_at(&dst.blocks, me), from,
                   upcr_block_bytes(&dst.blocks, me));
    upcr_plan_gather_all(op, to, &dst.blocks);
  } else {
    move_blocks(op, (struct upcr_moves){gives, takes, to, from, 0, dst.blocks, src.blocks},
                in_place);
  }
  return upcr_team_planned(op);
}

/* To and from whom a member gives and takes where only the root, or everyone, gives and takes. */
static int gives_to(const struct upcr_op *op, struct upcr_geometry g, int root) {
  return g.from_root ? on_root(op, root, UPCR_NOBODY) : root;
}
static int takes_from(const struct upcr_op *op, struct upcr_geometry g, int root) {
  return g.to_root ? on_root(op, root, UPCR_NOBODY) : root;
}

static struct upcr_blocks of_each(bool vary, size_t each) {
  return vary ? uniform(each) : one(each);
}

/* An operation of the geometry of `which`, of arrays whose owners it says. */
static struct upcr_op *shared(enum upcr_collective which, struct upcr_op *op, struct array dst,
                              struct array src, int flags) {
  struct upcr_geometry g = upcr_geometry_of(which);
  int root = UPCR_EVERYONE;
  dst.owner = src.owner = UPCR_EVERYONE;
  if (g.from_root)
    root = src.owner = upcr_team_root(op, src.at, "src");
  if (g.to_root)
    root = dst.owner = upcr_team_root(op, dst.at, "dst");
  return plan(op, dst, src, gives_to(op, g, root), takes_from(op, g, root), flags);
}

/* In place src says nothing. */
static uint32_t digest_of_arrays(upcr_ppts_t dst, upcr_ppts_t src, size_t n, int flags) {
  return upcr_team_digest(dst.p, flags & UPCX_IN_PLACE ? 0 : src.p, n);
}

static struct upcr_op *of_one_size(enum upcr_collective which, enum upcr_collective function,
                                   int may, upcr_ppts_t dst, upcr_ppts_t src, size_t n, int flags,
                                   upcx_team_t team) {
  struct upcr_geometry g = upcr_geometry_of(which);
  struct upcr_op *op =
      upcr_team_call(team, function, flags, may, digest_of_arrays(dst, src, n, flags));
  return shared(which, op, (struct array){.at = dst, .blocks = of_each(g.dst_by_giver, n)},
                (struct array){.at = src, .blocks = of_each(g.src_by_taker, n)}, flags);
}

/* Counts are not single-valued. */
static struct upcr_op *of_counts(enum upcr_collective which, enum upcr_collective function,
                                 upcr_ppts_t dst, struct upcr_blocks of_dst, upcr_ppts_t src,
                                 struct upcr_blocks of_src, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, function, flags, 0, upcr_team_digest(dst.p, src.p, 0));
  return shared(which, op, (struct array){.at = dst, .blocks = of_dst},
                (struct array){.at = src, .blocks = of_src}, flags);
}

#define OF_ONE_SIZE(name, NAME, may)                                                               \
  static struct upcr_op *name UPCR_OF_BLOCKS {                                                     \
    return of_one_size(UPCR_ALL_##NAME, UPCR_TEAM_##NAME, may, dst, src, nbytes, flags, team);     \
  }
OF_ONE_SIZE(broadcast, BROADCAST, 0)
OF_ONE_SIZE(scatter, SCATTER, 0)
OF_ONE_SIZE(gather, GATHER, 0)
OF_ONE_SIZE(gather_all, GATHER_ALL, UPCX_IN_PLACE)
OF_ONE_SIZE(exchange, EXCHANGE, UPCX_IN_PLACE)

static struct upcr_op *scatterv(upcr_ppts_t dst, size_t nbytes, upcr_ppts_t src,
                                const size_t *counts, const size_t *displs, int flags,
                                upcx_team_t team) {
  return of_counts(UPCR_ALL_SCATTER, UPCR_TEAM_SCATTERV, dst, one(nbytes), src,
                   varying(counts, displs), flags, team);
}

static struct upcr_op *gatherv(upcr_ppts_t dst, const size_t *counts, const size_t *displs,
                               upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team) {
  return of_counts(UPCR_ALL_GATHER, UPCR_TEAM_GATHERV, dst, varying(counts, displs), src,
                   one(nbytes), flags, team);
}

static struct upcr_op *exchangev(upcr_ppts_t dst, const size_t *dst_counts,
                                 const size_t *dst_displs, upcr_ppts_t src,
                                 const size_t *src_counts, const size_t *src_displs, int flags,
                                 upcx_team_t team) {
  return of_counts(UPCR_ALL_EXCHANGE, UPCR_TEAM_EXCHANGEV, dst, varying(dst_counts, dst_displs),
                   src, varying(src_counts, src_displs), flags, team);
}

/* All members have the same counts. */
static struct upcr_op *gather_allv(upcr_ppts_t dst, const size_t *counts, const size_t *displs,
                                   upcr_ppts_t src, int flags, upcx_team_t team) {
  struct upcr_blocks b = varying(counts, displs);
  upcr_team_check(team, "upcx_team_gather_allv");
  upcr_team_check_blocks(UPCR_TEAM_GATHER_ALLV, &b);
  uint32_t digest = upcr_blocks_digest(&b, team->size, digest_of_arrays(dst, src, 0, flags));
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_GATHER_ALLV, flags, UPCX_IN_PLACE, digest);
  return shared(UPCR_ALL_GATHER_ALL, op, (struct array){.at = dst, .blocks = b},
                (struct array){.at = src, .blocks = one(counts[team->rank])}, flags);
}

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

static uint32_t digest_of(const int *perm, int size, uint32_t digest) {
  for (int r = 0; r < size; r++)
    digest = upcr_digest(digest, (unsigned)perm[r]);
  return digest;
}

static struct upcr_op *permute(upcr_ppts_t dst, upcr_ppts_t src, const int *perm, size_t nbytes,
                               int flags, upcx_team_t team) {
  upcr_team_check(team, "upcx_team_permute");
  upcr_team_check_private(UPCR_TEAM_PERMUTE, perm, 1, "perm");
  struct upcr_op *op =
      upcr_team_call(team, UPCR_TEAM_PERMUTE, flags, 0,
                     digest_of(perm, team->size, upcr_team_digest(dst.p, src.p, nbytes)));
  int sender = source(op, perm);
  return plan(op, (struct array){dst, one(nbytes), UPCR_EVERYONE},
              (struct array){src, one(nbytes), UPCR_EVERYONE}, perm[team->rank], sender, flags);
}

/* Private memory. */

/* The member's own block is moved to its place now, when those for others have been copied: src may
 * be written again when the call returns, and dst may be src. Blocks that a member does not have
 * are not looked at. */
static struct upcr_op *plan_private(struct upcr_op *op, char *dst, struct upcr_blocks of_dst,
                                    const char *src, struct upcr_blocks of_src, int gives,
                                    int takes) {
  int me = op->team->rank;
  bool has_dst = takes != UPCR_NOBODY, has_src = gives != UPCR_NOBODY, has_own = has_dst && has_src;
  struct upcr_packed staged = {.blocks = of_src};
  const char *from = 0;
  if (has_dst)
    upcr_team_check_blocks(op->function, &of_dst);
  if (has_src)
    upcr_team_check_blocks(op->function, &of_src);
  size_t n = has_own ? upcr_block_bytes(&of_src, me) : 0;
  if (has_own)
    upcr_team_check_own_block(op, upcr_block_bytes(&of_dst, me), n);
  if (has_src)
    upcr_team_check_private(op->function, src, upcr_blocks_end(&of_src, op->team->size), "src");
  if (has_dst)
    upcr_team_check_private(op->function, dst, upcr_blocks_end(&of_dst, op->team->size), "dst");
  if (gives == UPCR_EVERYONE)
    from = upcr_team_stage_others(op, src, &of_src, &staged);
  else if (has_src && gives != me)
    from = upcr_team_stage(op, src, of_src.each, of_src.each);
  char *own = has_own ? dst + upcr_block_at(&of_dst, me) : dst;
  if (n)
    memmove(own, src + upcr_block_at(&of_src, me), n);
  upcr_plan_blocks(op, &(struct upcr_moves){gives, takes, dst, from, own, of_dst, staged.blocks});
  free(staged.at);
  return op;
}

/* `n` is nbytes where it is single-valued, `root` 0 where there is none. */
static struct upcr_op *private(enum upcr_collective which, enum upcr_collective function, size_t n,
                               void *dst, struct upcr_blocks of_dst, const void *src,
                               struct upcr_blocks of_src, int root, upcx_team_t team) {
  struct upcr_geometry g = upcr_geometry_of(which);
  struct upcr_op *op =
      upcr_team_call_private(team, function, upcr_team_digest(0, (unsigned)root, n));
  if (g.from_root || g.to_root)
    upcr_team_check_root(op, root);
  else
    root = UPCR_EVERYONE;
  return plan_private(op, dst, of_dst, src, of_src, gives_to(op, g, root), takes_from(op, g, root));
}

static struct upcr_op *broadcast_private UPCR_OF_PRIVATE_BUFFER {
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_BROADCAST,
                                              upcr_team_digest(0, (unsigned)root, nbytes));
  upcr_team_check_root(op, root);
  upcr_team_check_private(op->function, buffer, nbytes, "buffer");
  if (op->team->rank == root) {
    char *from = upcr_team_stage(op, buffer, nbytes, nbytes);
    upcr_plan_broadcast(op, root, from, from, nbytes);
    return op;
  }
  char *to = upcr_passes_on(op, root) ? upcr_op_scratch(op, nbytes, nbytes) : buffer;
  upcr_plan_broadcast(op, root, to, 0, nbytes);
  upcr_op_copy(op, buffer, to, nbytes);
  return op;
}

static struct upcr_op *scatter_private UPCR_OF_PRIVATE_BLOCKS_AT_ROOT {
  return private(UPCR_ALL_SCATTER, UPCR_TEAM_SCATTER, nbytes, dst, one(nbytes), src,
                 uniform(nbytes), root, team);
}

static struct upcr_op *scatterv_private(void *dst, size_t nbytes, const void *src,
                                        const size_t *counts, const size_t *displs, int root,
                                        upcx_team_t team) {
  return private(UPCR_ALL_SCATTER, UPCR_TEAM_SCATTERV, 0, dst, one(nbytes), src,
                 varying(counts, displs), root, team);
}

static struct upcr_op *gather_private UPCR_OF_PRIVATE_BLOCKS_AT_ROOT {
  return private(UPCR_ALL_GATHER, UPCR_TEAM_GATHER, nbytes, dst, uniform(nbytes), src, one(nbytes),
                 root, team);
}

static struct upcr_op *gatherv_private(void *dst, const size_t *counts, const size_t *displs,
                                       const void *src, size_t nbytes, int root, upcx_team_t team) {
  return private(UPCR_ALL_GATHER, UPCR_TEAM_GATHERV, 0, dst, varying(counts, displs), src,
                 one(nbytes), root, team);
}

struct upcr_op *upcr_team_gather_private(upcx_team_t team, enum upcr_collective function,
                                         const void *own, size_t size, void *all) {
  struct upcr_op *op = upcr_team_call_private(team, function, upcr_team_digest(0, 0, size));
  struct upcr_blocks b = uniform(size);
  upcr_plan_gather_all_private(op, all, &b, own, &b, size * (size_t)op->team->size);
  return op;
}

static struct upcr_op *gather_all_private UPCR_OF_PRIVATE_BLOCKS {
  return upcr_team_gather_private(team, UPCR_TEAM_GATHER_ALL, src, nbytes, dst);
}

/* Where blocks are handed on they are collected without gaps, so that members may want them in
 * different places. */
static struct upcr_op *gather_allv_private(void *dst, const size_t *counts, const size_t *displs,
                                           const void *src, upcx_team_t team) {
  struct upcr_blocks b = varying(counts, displs);
  upcr_team_check(team, "upcx_team_gather_allv");
  upcr_team_check_blocks(UPCR_TEAM_GATHER_ALLV, &b);
  struct upcr_packed packed = upcr_blocks_packed(&b, team->size);
  uint32_t digest = upcr_blocks_digest(&packed.blocks, team->size, upcr_team_digest(0, 0, 0));
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_GATHER_ALLV, digest);
  upcr_plan_gather_all_private(op, dst, &b, src, &packed.blocks, packed.all);
  free(packed.at);
  return op;
}

static struct upcr_op *exchange_private UPCR_OF_PRIVATE_BLOCKS {
  return private(UPCR_ALL_EXCHANGE, UPCR_TEAM_EXCHANGE, nbytes, dst, uniform(nbytes), src,
                 uniform(nbytes), 0, team);
}

static struct upcr_op *exchangev_private(void *dst, const size_t *dst_counts,
                                         const size_t *dst_displs, const void *src,
                                         const size_t *src_counts, const size_t *src_displs,
                                         upcx_team_t team) {
  return private(UPCR_ALL_EXCHANGE, UPCR_TEAM_EXCHANGEV, 0, dst, varying(dst_counts, dst_displs),
                 src, varying(src_counts, src_displs), 0, team);
}

UPCR_TEAM_FORMS_OR_WHOLE(barrier, (upcx_team_t team), (team))
UPCR_TEAM_FORMS_OR_WHOLE(broadcast, UPCR_OF_BLOCKS, UPCR_BLOCKS)
UPCR_TEAM_FORMS_OR_WHOLE(broadcast_private, UPCR_OF_PRIVATE_BUFFER, UPCR_PRIVATE_BUFFER)
UPCR_TEAM_FORMS_OR_WHOLE(scatter, UPCR_OF_BLOCKS, UPCR_BLOCKS)
UPCR_TEAM_FORMS(scatterv,
                (upcr_ppts_t dst, size_t nbytes, upcr_ppts_t src, const size_t *counts,
                 const size_t *displs, int flags, upcx_team_t team),
                (dst, nbytes, src, counts, displs, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(scatter_private, UPCR_OF_PRIVATE_BLOCKS_AT_ROOT,
                         UPCR_PRIVATE_BLOCKS_AT_ROOT)
UPCR_TEAM_FORMS(scatterv_private,
                (void *dst, size_t nbytes, const void *src, const size_t *counts,
                 const size_t *displs, int root, upcx_team_t team),
                (dst, nbytes, src, counts, displs, root, team))
UPCR_TEAM_FORMS_OR_WHOLE(gather, UPCR_OF_BLOCKS, UPCR_BLOCKS)
UPCR_TEAM_FORMS(gatherv,
                (upcr_ppts_t dst, const size_t *counts, const size_t *displs, upcr_ppts_t src,
                 size_t nbytes, int flags, upcx_team_t team),
                (dst, counts, displs, src, nbytes, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(gather_private, UPCR_OF_PRIVATE_BLOCKS_AT_ROOT,
                         UPCR_PRIVATE_BLOCKS_AT_ROOT)
UPCR_TEAM_FORMS(gatherv_private,
                (void *dst, const size_t *counts, const size_t *displs, const void *src,
                 size_t nbytes, int root, upcx_team_t team),
                (dst, counts, displs, src, nbytes, root, team))
UPCR_TEAM_FORMS_OR_WHOLE(gather_all, UPCR_OF_BLOCKS, UPCR_BLOCKS)
UPCR_TEAM_FORMS(gather_allv,
                (upcr_ppts_t dst, const size_t *counts, const size_t *displs, upcr_ppts_t src,
                 int flags, upcx_team_t team),
                (dst, counts, displs, src, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(gather_all_private, UPCR_OF_PRIVATE_BLOCKS, UPCR_PRIVATE_BLOCKS)
UPCR_TEAM_FORMS(gather_allv_private,
                (void *dst, const size_t *counts, const size_t *displs, const void *src,
                 upcx_team_t team),
                (dst, counts, displs, src, team))
UPCR_TEAM_FORMS_OR_WHOLE(exchange, UPCR_OF_BLOCKS, UPCR_BLOCKS)
UPCR_TEAM_FORMS(exchangev,
                (upcr_ppts_t dst, const size_t *dst_counts, const size_t *dst_displs,
                 upcr_ppts_t src, const size_t *src_counts, const size_t *src_displs, int flags,
                 upcx_team_t team),
                (dst, dst_counts, dst_displs, src, src_counts, src_displs, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(exchange_private, UPCR_OF_PRIVATE_BLOCKS, UPCR_PRIVATE_BLOCKS)
UPCR_TEAM_FORMS(exchangev_private,
                (void *dst, const size_t *dst_counts, const size_t *dst_displs, const void *src,
                 const size_t *src_counts, const size_t *src_displs, upcx_team_t team),
                (dst, dst_counts, dst_displs, src, src_counts, src_displs, team))
UPCR_TEAM_FORMS(permute,
                (upcr_ppts_t dst, upcr_ppts_t src, const int *perm, size_t nbytes, int flags,
                 upcx_team_t team),
                (dst, src, perm, nbytes, flags, team))
