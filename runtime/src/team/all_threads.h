/* SPDX-License-Identifier: Apache-2.0 */
/* Blocking collectives of a team that has all threads of the job in their order: those of all
 * threads (coll/), with their algorithms and their choice, serve them. */
#ifndef UPCR_TEAM_ALL_THREADS_H
#define UPCR_TEAM_ALL_THREADS_H

#include "../core/barrier.h"
#include "team.h"

/* Parameters that functions of <upcx_collective.h> have in common, and the same as arguments. */
#define UPCR_OF_BLOCKS                                                                             \
  (upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team)
#define UPCR_BLOCKS (dst, src, nbytes, flags, team)
#define UPCR_OF_VECTORS                                                                            \
  (upcr_ppts_t dst, upcr_ppts_t src, int type, int operation, size_t nelems, int flags,            \
   upcx_team_t team)
#define UPCR_VECTORS (dst, src, type, operation, nelems, flags, team)
#define UPCR_OF_PRIVATE_BUFFER (void *buffer, size_t nbytes, int root, upcx_team_t team)
#define UPCR_PRIVATE_BUFFER (buffer, nbytes, root, team)
#define UPCR_OF_PRIVATE_BLOCKS (void *dst, const void *src, size_t nbytes, upcx_team_t team)
#define UPCR_PRIVATE_BLOCKS (dst, src, nbytes, team)
#define UPCR_OF_PRIVATE_BLOCKS_AT_ROOT                                                             \
  (void *dst, const void *src, size_t nbytes, int root, upcx_team_t team)
#define UPCR_PRIVATE_BLOCKS_AT_ROOT (dst, src, nbytes, root, team)
#define UPCR_OF_PRIVATE_VECTORS                                                                    \
  (void *dst, const void *src, int type, int operation, size_t nelems, upcx_team_t team)
#define UPCR_PRIVATE_VECTORS (dst, src, type, operation, nelems, team)
#define UPCR_OF_PRIVATE_VECTORS_AT_ROOT                                                            \
  (void *dst, const void *src, int type, int operation, size_t nelems, int root, upcx_team_t team)
#define UPCR_PRIVATE_VECTORS_AT_ROOT (dst, src, type, operation, nelems, root, team)

/* False where the team is none, or freed. */
static inline bool upcr_team_has_all_threads(upcx_team_t team) {
  return team && team->is_live && team->has_all_threads;
}

/* True if the team is one of all threads, and the call, with arguments as upcx_team_NAME has them,
 * is done. False: the plan of the operation serves it, and says what is wrong with it. The answer
 * is the same in all members if their arguments are. */
bool upcr_all_threads_barrier(upcx_team_t team);
bool upcr_all_threads_broadcast UPCR_OF_BLOCKS;
bool upcr_all_threads_scatter UPCR_OF_BLOCKS;
bool upcr_all_threads_gather UPCR_OF_BLOCKS;
bool upcr_all_threads_gather_all UPCR_OF_BLOCKS;
bool upcr_all_threads_exchange UPCR_OF_BLOCKS;
bool upcr_all_threads_reduce UPCR_OF_VECTORS;
bool upcr_all_threads_reduce_all UPCR_OF_VECTORS;
bool upcr_all_threads_reduce_scatter UPCR_OF_VECTORS;
bool upcr_all_threads_prefix_reduce UPCR_OF_VECTORS;
bool upcr_all_threads_prefix_reduce_exclusive UPCR_OF_VECTORS;

/* The same of private memory: as posts, if they are short. */
bool upcr_all_threads_broadcast_private UPCR_OF_PRIVATE_BUFFER;
bool upcr_all_threads_scatter_private UPCR_OF_PRIVATE_BLOCKS_AT_ROOT;
bool upcr_all_threads_gather_private UPCR_OF_PRIVATE_BLOCKS_AT_ROOT;
bool upcr_all_threads_gather_all_private UPCR_OF_PRIVATE_BLOCKS;
bool upcr_all_threads_exchange_private UPCR_OF_PRIVATE_BLOCKS;
bool upcr_all_threads_reduce_private UPCR_OF_PRIVATE_VECTORS_AT_ROOT;
bool upcr_all_threads_reduce_all_private UPCR_OF_PRIVATE_VECTORS;
bool upcr_all_threads_prefix_reduce_private UPCR_OF_PRIVATE_VECTORS;
bool upcr_all_threads_prefix_reduce_exclusive_private UPCR_OF_PRIVATE_VECTORS;

#endif
