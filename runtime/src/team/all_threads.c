/* SPDX-License-Identifier: Apache-2.0 */
/* What coll/ does not have stays with the plans: elements of <upcx_collective.h> and operations
 * of the program's own, data in place but of reduce_all, reduce and prefixes. Calls that members
 * make in different ways are found out: the tags of a team's calls are those of its functions
 * and of the team, and who waits in a plan looks at the calls of all threads that the others
 * have entered (mismatch.c). */
#include "all_threads.h"

#include "../coll/functions.h"
#include "arguments.h"
#include "engine.h"

static struct upcr_call call_of(enum upcr_collective which, enum upcr_collective function,
                                upcx_team_t team) {
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

bool upcr_all_threads_broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                                upcx_team_t team) {
  return relocate(UPCR_ALL_BROADCAST, UPCR_TEAM_BROADCAST, dst, src, nbytes, flags, team);
}

bool upcr_all_threads_scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                              upcx_team_t team) {
  return relocate(UPCR_ALL_SCATTER, UPCR_TEAM_SCATTER, dst, src, nbytes, flags, team);
}

bool upcr_all_threads_gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                             upcx_team_t team) {
  return relocate(UPCR_ALL_GATHER, UPCR_TEAM_GATHER, dst, src, nbytes, flags, team);
}

bool upcr_all_threads_gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                                 upcx_team_t team) {
  return relocate(UPCR_ALL_GATHER_ALL, UPCR_TEAM_GATHER_ALL, dst, src, nbytes, flags, team);
}

bool upcr_all_threads_exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                               upcx_team_t team) {
  return relocate(UPCR_ALL_EXCHANGE, UPCR_TEAM_EXCHANGE, dst, src, nbytes, flags, team);
}

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

bool upcr_all_threads_reduce(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                             int flags, upcx_team_t team) {
  return !(flags & UPCX_IN_PLACE) && reduce_vectors(UPCR_ALL_REDUCE_VECTOR, UPCR_TEAM_REDUCE, dst,
                                                    src, type, op, nelems, flags, team);
}

bool upcr_all_threads_reduce_all(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                                 int flags, upcx_team_t team) {
  return reduce_vectors(UPCR_ALL_REDUCE_ALL, UPCR_TEAM_REDUCE_ALL, dst,
                        flags & UPCX_IN_PLACE ? dst : src, type, op, nelems, flags & ~UPCX_IN_PLACE,
                        team);
}

bool upcr_all_threads_reduce_scatter(upcr_ppts_t dst, upcr_ppts_t src, int type, int op,
                                     size_t nelems, int flags, upcx_team_t team) {
  return !(flags & UPCX_IN_PLACE) && !is_in_place(dst, src) &&
         reduce_vectors(UPCR_ALL_REDUCE_SCATTER, UPCR_TEAM_REDUCE_SCATTER, dst, src, type, op,
                        nelems, flags, team);
}

/* Of one element a thread: a prefix reduction over an array of THREADS elements. */
static bool prefix_of_elements(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                               int flags, upcx_team_t team) {
  const struct upcr_type *kernels = kernels_of(type, op);
  bool is_array = upcr_thread(dst.p) == 0 && upcr_thread(src.p) == 0;
  if (!upcr_team_has_all_threads(team) || !kernels || nelems != 1 || !is_array ||
      (flags & UPCX_IN_PLACE) || is_in_place(dst, src))
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

bool upcr_all_threads_prefix_reduce(upcr_ppts_t dst, upcr_ppts_t src, int type, int op,
                                    size_t nelems, int flags, upcx_team_t team) {
  return prefix_of_elements(dst, src, type, op, nelems, flags, team) ||
         upcr_all_threads_prefix_of_parts(UPCR_TEAM_PREFIX_REDUCE, dst, src, type, op, nelems,
                                          flags, team);
}

bool upcr_all_threads_prefix_reduce_exclusive(upcr_ppts_t dst, upcr_ppts_t src, int type, int op,
                                              size_t nelems, int flags, upcx_team_t team) {
  return upcr_all_threads_prefix_of_parts(UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE, dst, src, type, op,
                                          nelems, flags, team);
}
