/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <upcx_collective.h> that have a team.
 *
 * Blocking calls of a team with all threads in order use the collectives of all threads (coll/),
 * with their algorithms and choice. Plans serve calls that coll/ lacks: counts, elements of
 * <upcx_collective.h> and the program's own operations, data in place except for reduce_all and
 * prefixes, private data longer than a post; and arguments that are wrong, which the plans tell.
 * All members decide alike if their arguments are equal. Calls that members make in different ways
 * are detected: the tags of a team's calls are those of its functions and of the team, and a thread
 * that waits in a plan reads which calls of all threads the others have entered (coll/await.c). */
#include <upc_types.h>

#include "../../check/check.h"
#include "../../coll/geometry.h"
#include "../../coll/post.h"
#include "../../mem/segment.h"
#include "ops.h"

#define INLINED __attribute__((always_inline)) static inline

enum { MYSYNC = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };

__attribute__((cold, noinline)) static void record_arguments(const struct upcr_team_call *c) {
  upcr_arguments_now = upcr_team_arguments(c, 0);
}

INLINED struct upcr_call begin(const struct upcr_team_call *c, enum upcr_collective which) {
  upcr_ops_go_on();
  if (upcr_check_on())
    record_arguments(c);
  return (struct upcr_call){.which = which, .function = c->function, .team = c->team->area[0]};
}

static void all_meet(const struct upcr_team_call *c) {
  upcr_ops_go_on();
  upcr_collective_barrier(UPCR_TEAM_BARRIER, upcr_digest(0, c->team->area[0]));
}

/* The plans copy a block within its own thread before others may write there. */
static bool is_in_place(const struct upcr_team_call *c) {
  return (c->flags & UPCX_IN_PLACE) || upcr_pts_offset(c->dst.p) == upcr_pts_offset(c->src.p);
}

static bool relocated(const struct upcr_team_call *c) {
  if (is_in_place(c))
    return false;
  struct upcr_call call = begin(c, c->which);
  call.dst = c->dst.p;
  call.src = c->src.p;
  call.nbytes = c->n;
  upcr_relocate(&call, c->flags);
  return true;
}

/* Kernels of elements of <upc_types.h> that have the operation; 0: the plan knows others. */
static const struct upcr_type *kernels_of(const struct upcr_team_call *c) {
  const struct upcr_type *kernels = upcr_type_of(c->type);
  return kernels && upcr_type_has(kernels, c->operation) ? kernels : 0;
}

static bool reduced(const struct upcr_team_call *c) {
  bool in_place = c->flags & UPCX_IN_PLACE;
  struct upcr_reduction r = {.type = kernels_of(c),
                             .op = c->operation,
                             .nelems = c->n,
                             .src = in_place ? c->dst : c->src,
                             .dst = c->dst};
  if (!r.type || (in_place && c->which != UPCR_ALL_REDUCE_ALL) ||
      (c->which == UPCR_ALL_REDUCE_SCATTER && is_in_place(c)))
    return false;
  struct upcr_call call = begin(c, c->which);
  upcr_reduce_vectors(&call, &r, c->type, c->flags & ~UPCX_IN_PLACE);
  return true;
}

/* Each thread's own memory: short data are posts (coll/post.h), which each thread reads in place,
 * so no thread waits for its readers. */
INLINED bool is_posted(const struct upcr_team_call *c, struct upcr_own_memory own, size_t n) {
  struct upcr_geometry g = upcr_geometry_of(c->which);
  bool is_root = c->team->rank == c->root, is_rooted = g.from_root || g.to_root;
  size_t most = is_rooted || upcr_self.threads <= 2 ? UPCR_POST_MAX : UPCR_POSTED_BY_ALL,
         given = n <= most ? upcr_given_bytes(g, n) : 0;
  return given > 0 && given <= most && upcr_call_all_mapped() && c->root >= 0 &&
         c->root < c->team->size && (own.src || (g.from_root && !is_root)) &&
         (own.dst || (g.to_root && !is_root));
}

/* n bytes of each block, or of each vector of the reduction. `arguments`: what is single-valued
 * beside the root. A result is of the vectors of all threads, a prefix of those up to its own, or
 * before it. */
INLINED bool posted(const struct upcr_team_call *c, struct upcr_own_memory own, size_t n,
                    const struct upcr_reduction *r, uint64_t arguments) {
  if (!is_posted(c, own, n))
    return false;
  struct upcr_call call = begin(c, c->which);
  call.own = &own;
  call.root = c->root;
  call.nbytes = n;
  call.reduction = r;
  upcr_call_enter(&call, MYSYNC, upcr_digest((unsigned)c->root, arguments));
  int me = upcr_self.mythread;
  if (!r)
    upcr_posts(&call);
  else
    upcr_post_vectors(&call, c->function == UPCR_TEAM_PREFIX_REDUCE ? me + 1
                             : c->function == UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE
                                 ? me
                                 : upcr_self.threads);
  upcr_call_leave(&call);
  return true;
}

static bool vectors_posted(const struct upcr_team_call *c, struct upcr_own_memory own,
                           uint32_t arguments) {
  struct upcr_reduction r = upcr_team_reduction(c->function, c->type, c->operation, c->n);
  return posted(c, own, upcr_vector_bytes(&r), &r,
                upcr_team_reduction_digest(arguments, &r, c->type, c->operation));
}

/* A thread's own parts are memory like any other. */
static bool prefix_of_parts(const struct upcr_team_call *c) {
  bool in_place = c->flags & UPCX_IN_PLACE;
  upcr_pts_t dst = c->dst.p, src = in_place ? dst : c->src.p;
  int me = upcr_self.mythread;
  if ((c->flags & ~UPCX_IN_PLACE) != MYSYNC || upcr_check_on() || dst == 0 || src == 0 ||
      upcr_thread(dst) != 0 || upcr_thread(src) != 0)
    return false;
  return vectors_posted(c,
                        (struct upcr_own_memory){upcr_segment_address(upcr_part(dst, me, 0)),
                                                 upcr_segment_address(upcr_part(src, me, 0))},
                        upcr_digest(upcr_digest(upcr_digest(0, dst), src), in_place));
}

/* True for one element per thread: a prefix reduction over an array of THREADS elements. */
static bool prefix_of_elements(const struct upcr_team_call *c) {
  struct upcr_reduction r = {.type = kernels_of(c),
                             .op = c->operation,
                             .nelems = (size_t)upcr_self.threads,
                             .blk_size = 1,
                             .src = c->src,
                             .dst = c->dst};
  if (c->n != 1 || !r.type || upcr_thread(c->dst.p) != 0 || upcr_thread(c->src.p) != 0 ||
      is_in_place(c))
    return false;
  struct upcr_call call = begin(c, UPCR_ALL_PREFIX_REDUCE);
  upcr_compute_call(&call, &r, c->flags, upcr_collective_name(call.function));
  return true;
}

/* True if the collectives of all threads serve the call, which is done then. */
INLINED bool served_by_all(const struct upcr_team_call *c) {
  struct upcr_own_memory own = {c->to, c->from};
  if (c->is_counted || c->which == UPCR_ALL_PERMUTE || !c->team || !c->team->is_live ||
      !c->team->has_all_threads)
    return false;
  if (c->function == UPCR_TEAM_BARRIER)
    return all_meet(c), true;
  if (c->is_private)
    return c->combines ? vectors_posted(c, own, 0) : posted(c, own, c->n, 0, 0);
  if (c->function == UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE)
    return prefix_of_parts(c);
  if (c->function == UPCR_TEAM_PREFIX_REDUCE)
    return prefix_of_elements(c) || prefix_of_parts(c);
  return c->combines ? reduced(c) : relocated(c);
}

/* Defines upcx_team_NAME and upcx_team_NAME_nb. The rest initialises the call. */
#define FORMS(name, parameters, ...)                                                               \
  void upcx_team_##name parameters;                                                                \
  void upcx_team_##name parameters {                                                               \
    struct upcr_team_call call = {.team = team, __VA_ARGS__};                                      \
    if (!served_by_all(&call))                                                                     \
      upcr_op_run(upcr_team_plan(&call), false);                                                   \
  }                                                                                                \
  unsigned long upcx_team_##name##_nb parameters;                                                  \
  unsigned long upcx_team_##name##_nb parameters {                                                 \
    return upcr_op_hand_out(upcr_team_plan(&(struct upcr_team_call){.team = team, __VA_ARGS__}));  \
  }

/* The parameters of all functions but two: dst, lists of those behind it and behind src, flags of
 * shared arrays, the root of private memory that one member gives or takes alone. */
#define LIST(...) __VA_ARGS__
#define ON_SHARED(name, WHICH, NAME, behind_dst, behind_src, ...)                                  \
  FORMS(name,                                                                                      \
        (upcr_ppts_t dst LIST behind_dst, upcr_ppts_t src LIST behind_src, int flags,              \
         upcx_team_t team),                                                                        \
        .which = UPCR_ALL_##WHICH, .function = UPCR_TEAM_##NAME, .dst = dst, .src = src,           \
        .flags = flags, __VA_ARGS__)
#define ON_PRIVATE(name, WHICH, NAME, parameters, ...)                                             \
  FORMS(name##_private, parameters, .which = UPCR_ALL_##WHICH, .function = UPCR_TEAM_##NAME,       \
        .flags = MYSYNC, .is_private = true, __VA_ARGS__)
#define OF_ROOT(name, WHICH, NAME, behind_dst, behind_src, ...)                                    \
  ON_SHARED(name, WHICH, NAME, behind_dst, behind_src, __VA_ARGS__)                                \
  ON_PRIVATE(                                                                                      \
      name, WHICH, NAME,                                                                           \
      (void *dst LIST behind_dst, const void *src LIST behind_src, int root, upcx_team_t team),    \
      .to = dst, .from = src, .root = root, __VA_ARGS__)
#define OF_ALL(name, WHICH, NAME, behind_dst, behind_src, ...)                                     \
  ON_SHARED(name, WHICH, NAME, behind_dst, behind_src, __VA_ARGS__)                                \
  ON_PRIVATE(name, WHICH, NAME,                                                                    \
             (void *dst LIST behind_dst, const void *src LIST behind_src, upcx_team_t team),       \
             .to = dst, .from = src, __VA_ARGS__)

#define NONE ()
#define SIZE (, size_t nbytes)
#define COUNTS(counts, displs) (, const size_t *counts, const size_t *displs)
#define ELEMENTS (, int type, int operation, size_t nelems)

#define VARYING(counts, displs)                                                                    \
  { .vary = true, .nbytes = counts, .at = displs }
#define ONE(bytes)                                                                                 \
  { .is_one = true, .each = bytes }
#define COUNTED(dst, src) .is_counted = true, .of_dst = dst, .of_src = src
#define COMBINED .combines = true, .type = type, .operation = operation, .n = nelems

FORMS(barrier, (upcx_team_t team), .which = UPCR_TEAM_BARRIER, .function = UPCR_TEAM_BARRIER,
      .flags = MYSYNC, .is_private = true)
ON_SHARED(broadcast, BROADCAST, BROADCAST, NONE, SIZE, .n = nbytes)
ON_PRIVATE(broadcast, BROADCAST, BROADCAST,
           (void *buffer, size_t nbytes, int root, upcx_team_t team), .to = buffer, .from = buffer,
           .root = root, .n = nbytes)
OF_ROOT(scatter, SCATTER, SCATTER, NONE, SIZE, .n = nbytes)
OF_ROOT(gather, GATHER, GATHER, NONE, SIZE, .n = nbytes)
OF_ALL(gather_all, GATHER_ALL, GATHER_ALL, NONE, SIZE, .n = nbytes)
OF_ALL(exchange, EXCHANGE, EXCHANGE, NONE, SIZE, .n = nbytes)
ON_SHARED(permute, PERMUTE, PERMUTE, NONE, (, const int *perm, size_t nbytes), .perm = perm,
          .n = nbytes)

/* Blocks of many sizes. */
OF_ROOT(scatterv, SCATTER, SCATTERV, SIZE, COUNTS(counts, displs),
        COUNTED(ONE(nbytes), VARYING(counts, displs)))
OF_ROOT(gatherv, GATHER, GATHERV, COUNTS(counts, displs), SIZE,
        COUNTED(VARYING(counts, displs), ONE(nbytes)))
OF_ALL(gather_allv, GATHER_ALL, GATHER_ALLV, COUNTS(counts, displs), NONE,
       COUNTED(VARYING(counts, displs), ONE(0)))
OF_ALL(exchangev, EXCHANGE, EXCHANGEV, COUNTS(dst_counts, dst_displs),
       COUNTS(src_counts, src_displs),
       COUNTED(VARYING(dst_counts, dst_displs), VARYING(src_counts, src_displs)))

OF_ROOT(reduce, REDUCE_VECTOR, REDUCE, NONE, ELEMENTS, COMBINED)
OF_ALL(reduce_all, REDUCE_ALL, REDUCE_ALL, NONE, ELEMENTS, COMBINED)
OF_ALL(reduce_scatter, REDUCE_SCATTER, REDUCE_SCATTER, NONE, ELEMENTS, COMBINED)
OF_ALL(prefix_reduce, REDUCE_ALL, PREFIX_REDUCE, NONE, ELEMENTS, COMBINED)
OF_ALL(prefix_reduce_exclusive, REDUCE_ALL, PREFIX_REDUCE_EXCLUSIVE, NONE, ELEMENTS, COMBINED)
