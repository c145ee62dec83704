/* SPDX-License-Identifier: Apache-2.0 */
/* What coll/ does not have stays with the plans: elements of <upcx_collective.h> and operations
 * of the program's own, data in place but of reduce_all, reduce and prefixes, private data longer
 * than a post; so do arguments that are wrong, which the plans tell. Calls that members make in
 * different ways are found out: the tags of a team's calls are those of its functions and of the
 * team, and who waits in a plan looks at the calls of all threads that the others have entered
 * (mismatch.c). */
#include "all_threads.h"

#include <upc_types.h>

#include "../check/check.h"
#include "../coll/constants.h"
#include "../coll/functions.h"
#include "../coll/geometry.h"
#include "../coll/post.h"
#include "../mem/segment.h"
#include "arguments.h"
#include "engine.h"
#include "reduction.h"

__attribute__((always_inline)) static inline struct upcr_call
call_of(enum upcr_collective which, enum upcr_collective function, upcx_team_t team) {
  upcr_ops_go_on();
  return (struct upcr_call){.which = which, .function = function, .team = team->area[0]};
}

bool upcr_all_threads_barrier(upcx_team_t team) {
  if (!upcr_team_has_all_threads(team))
    return false;
  upcr_ops_go_on();
  upcr_collective_barrier(UPCR_TEAM_BARRIER, upcr_digest(0, team->area[0]));
  return true;
}

/* The plans copy a block within its own thread before others may write there. */
static bool is_in_place(upcr_ppts_t dst, upcr_ppts_t src) {
  return upcr_pts_offset(dst.p) == upcr_pts_offset(src.p);
}

static bool relocate(enum upcr_collective which, enum upcr_collective function, upcr_ppts_t dst,
                     upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team) {
  if (!upcr_team_has_all_threads(team) || (flags & UPCX_IN_PLACE) || is_in_place(dst, src))
    return false;
  struct upcr_call call = call_of(which, function, team);
  call.dst = dst.p;
  call.src = src.p;
  call.nbytes = nbytes;
  upcr_relocate(&call, flags);
  return true;
}

#define BLOCKS(name, NAME)                                                                         \
  bool upcr_all_threads_##name UPCR_OF_BLOCKS {                                                    \
    return relocate(UPCR_ALL_##NAME, UPCR_TEAM_##NAME, dst, src, nbytes, flags, team);             \
  }
BLOCKS(broadcast, BROADCAST)
BLOCKS(scatter, SCATTER)
BLOCKS(gather, GATHER)
BLOCKS(gather_all, GATHER_ALL)
BLOCKS(exchange, EXCHANGE)

/* Kernels of elements of <upc_types.h> that have the operation; 0: the plan knows others. */
static const struct upcr_type *kernels_of(int type, int op) {
  const struct upcr_type *kernels = upcr_type_of(type);
  return kernels && upcr_type_has(kernels, op) ? kernels : 0;
}

static bool reduce_vectors(enum upcr_collective which, enum upcr_collective function,
                           upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                           int flags, upcx_team_t team) {
  const struct upcr_type *kernels = kernels_of(type, op);
  if (!upcr_team_has_all_threads(team) || !kernels)
    return false;
  struct upcr_reduction r = {.type = kernels, .op = op, .nelems = nelems, .src = src, .dst = dst};
  struct upcr_call call = call_of(which, function, team);
  upcr_reduce_vectors(&call, &r, type, flags);
  return true;
}

bool upcr_all_threads_reduce UPCR_OF_VECTORS {
  return !(flags & UPCX_IN_PLACE) && reduce_vectors(UPCR_ALL_REDUCE_VECTOR, UPCR_TEAM_REDUCE, dst,
                                                    src, type, operation, nelems, flags, team);
}

bool upcr_all_threads_reduce_all UPCR_OF_VECTORS {
  return reduce_vectors(UPCR_ALL_REDUCE_ALL, UPCR_TEAM_REDUCE_ALL, dst,
                        flags & UPCX_IN_PLACE ? dst : src, type, operation, nelems,
                        flags & ~UPCX_IN_PLACE, team);
}

bool upcr_all_threads_reduce_scatter UPCR_OF_VECTORS {
  return !(flags & UPCX_IN_PLACE) && !is_in_place(dst, src) &&
         reduce_vectors(UPCR_ALL_REDUCE_SCATTER, UPCR_TEAM_REDUCE_SCATTER, dst, src, type,
                        operation, nelems, flags, team);
}

/* Each thread's own memory, private as a rule: short data are posts (coll/post.h), which each
 * thread reads where they are, so that nobody waits for those who read what it has. */

struct posted {
  enum upcr_collective which; /* whose geometry it has */
  enum upcr_collective function;
  struct upcr_own_memory own;
  int root;           /* 0 where there is none */
  int threads;        /* whose vectors a result has, the first ones */
  uint64_t arguments; /* what else is single-valued */
};

__attribute__((always_inline)) static inline bool is_posted(const struct posted *p, size_t n,
                                                            upcx_team_t team) {
  struct upcr_geometry g = upcr_geometry_of(p->which);
  bool is_root = team->rank == p->root, is_rooted = g.from_root || g.to_root;
  size_t most = is_rooted || upcr_self.threads <= 2 ? UPCR_POST_MAX : UPCR_POSTED_BY_ALL,
         posted = n <= most ? upcr_given_bytes(g, n) : 0;
  return posted > 0 && posted <= most && upcr_call_all_mapped() && p->root >= 0 &&
         p->root < team->size && (p->own.src || (g.from_root && !is_root)) &&
         (p->own.dst || (g.to_root && !is_root));
}

/* n bytes of each block, or of each vector of the reduction. */
__attribute__((always_inline)) static inline bool
post(const struct posted *p, size_t n, const struct upcr_reduction *r, upcx_team_t team) {
  if (!is_posted(p, n, team))
    return false;
  struct upcr_call call = call_of(p->which, p->function, team);
  call.root = p->root;
  call.nbytes = n;
  call.reduction = r;
  upcr_call_enter(&call, UPC_IN_MYSYNC | UPC_OUT_MYSYNC,
                  upcr_digest((unsigned)p->root, p->arguments));
  if (r)
    upcr_post_own_vectors(&call, &p->own, p->threads);
  else
    upcr_post_own_blocks(&call, &p->own);
  upcr_call_leave(&call);
  return true;
}

__attribute__((always_inline)) static inline bool
post_blocks(enum upcr_collective which, enum upcr_collective function, void *dst, const void *src,
            size_t nbytes, int root, upcx_team_t team) {
  struct posted p = {.which = which, .function = function, .own = {dst, src}, .root = root};
  return upcr_team_has_all_threads(team) && post(&p, nbytes, 0, team);
}

bool upcr_all_threads_broadcast_private UPCR_OF_PRIVATE_BUFFER {
  return post_blocks(UPCR_ALL_BROADCAST, UPCR_TEAM_BROADCAST, buffer, buffer, nbytes, root, team);
}
bool upcr_all_threads_scatter_private UPCR_OF_PRIVATE_BLOCKS_AT_ROOT {
  return post_blocks(UPCR_ALL_SCATTER, UPCR_TEAM_SCATTER, dst, src, nbytes, root, team);
}
bool upcr_all_threads_gather_private UPCR_OF_PRIVATE_BLOCKS_AT_ROOT {
  return post_blocks(UPCR_ALL_GATHER, UPCR_TEAM_GATHER, dst, src, nbytes, root, team);
}
bool upcr_all_threads_gather_all_private UPCR_OF_PRIVATE_BLOCKS {
  return post_blocks(UPCR_ALL_GATHER_ALL, UPCR_TEAM_GATHER_ALL, dst, src, nbytes, 0, team);
}
bool upcr_all_threads_exchange_private UPCR_OF_PRIVATE_BLOCKS {
  return post_blocks(UPCR_ALL_EXCHANGE, UPCR_TEAM_EXCHANGE, dst, src, nbytes, 0, team);
}

static bool post_vectors(struct posted p, int type, int op, size_t nelems, upcx_team_t team) {
  if (!upcr_team_has_all_threads(team))
    return false;
  struct upcr_reduction r = upcr_team_reduction(p.function, type, op, nelems);
  p.arguments = upcr_team_reduction_digest((uint32_t)p.arguments, &r, type, op);
  return post(&p, upcr_vector_bytes(&r), &r, team);
}

bool upcr_all_threads_reduce_private UPCR_OF_PRIVATE_VECTORS_AT_ROOT {
  struct posted p = {
      UPCR_ALL_REDUCE_VECTOR, UPCR_TEAM_REDUCE, {dst, src}, root, upcr_self.threads, 0};
  return upcr_team_has_all_threads(team) && root >= 0 && root < team->size &&
         post_vectors(p, type, operation, nelems, team);
}

bool upcr_all_threads_reduce_all_private UPCR_OF_PRIVATE_VECTORS {
  struct posted p = {
      UPCR_ALL_REDUCE_ALL, UPCR_TEAM_REDUCE_ALL, {dst, src}, 0, upcr_self.threads, 0};
  return post_vectors(p, type, operation, nelems, team);
}

/* A prefix: the result of a thread is of those up to it, or before it. */
static struct posted prefix(enum upcr_collective function, void *dst, const void *src) {
  return (struct posted){.which = UPCR_ALL_REDUCE_ALL,
                         .function = function,
                         .own = {dst, src},
                         .threads = upcr_self.mythread + (function == UPCR_TEAM_PREFIX_REDUCE)};
}

bool upcr_all_threads_prefix_reduce_private UPCR_OF_PRIVATE_VECTORS {
  return post_vectors(prefix(UPCR_TEAM_PREFIX_REDUCE, dst, src), type, operation, nelems, team);
}

bool upcr_all_threads_prefix_reduce_exclusive_private UPCR_OF_PRIVATE_VECTORS {
  return post_vectors(prefix(UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE, dst, src), type, operation, nelems,
                      team);
}

/* A thread's own parts are memory like any other. What is wrong with the arguments the plan says,
 * in checked code always. */
static bool prefix_of_parts(enum upcr_collective function, upcr_ppts_t dst, upcr_ppts_t src,
                            int type, int op, size_t nelems, int flags, upcx_team_t team) {
  bool in_place = flags & UPCX_IN_PLACE;
  int me = upcr_self.mythread;
  if (in_place)
    src = dst;
  if ((flags & ~UPCX_IN_PLACE) != (UPC_IN_MYSYNC | UPC_OUT_MYSYNC) || upcr_check_on() ||
      dst.p == 0 || src.p == 0 || upcr_thread(dst.p) != 0 || upcr_thread(src.p) != 0)
    return false;
  struct posted p = prefix(function, upcr_segment_address(upcr_part(dst.p, me, 0)),
                           upcr_segment_address(upcr_part(src.p, me, 0)));
  p.arguments = upcr_team_digest(dst.p, src.p, in_place);
  return post_vectors(p, type, op, nelems, team);
}

/* Of one element a thread: a prefix reduction over an array of THREADS elements. */
static bool prefix_of_elements(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, int flags,
                               upcx_team_t team) {
  const struct upcr_type *kernels = kernels_of(type, op);
  bool is_array = upcr_thread(dst.p) == 0 && upcr_thread(src.p) == 0;
  if (!upcr_team_has_all_threads(team) || !kernels || !is_array || (flags & UPCX_IN_PLACE) ||
      is_in_place(dst, src))
    return false;
  struct upcr_reduction r = {.type = kernels,
                             .op = op,
                             .nelems = (size_t)upcr_self.threads,
                             .blk_size = 1,
                             .src = src,
                             .dst = dst};
  struct upcr_call call = call_of(UPCR_ALL_PREFIX_REDUCE, UPCR_TEAM_PREFIX_REDUCE, team);
  upcr_compute_call(&call, &r, flags, upcr_collective_name(call.function));
  return true;
}

bool upcr_all_threads_prefix_reduce UPCR_OF_VECTORS {
  return (nelems == 1 && prefix_of_elements(dst, src, type, operation, flags, team)) ||
         prefix_of_parts(UPCR_TEAM_PREFIX_REDUCE, dst, src, type, operation, nelems, flags, team);
}

bool upcr_all_threads_prefix_reduce_exclusive UPCR_OF_VECTORS {
  return prefix_of_parts(UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE, dst, src, type, operation, nelems,
                         flags, team);
}
