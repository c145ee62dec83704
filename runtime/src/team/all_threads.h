/* SPDX-License-Identifier: Apache-2.0 */
/* Blocking collectives of a team that has all threads of the job in their order: those of all
 * threads (coll/), with their algorithms and their choice, serve them. */
#ifndef UPCR_TEAM_ALL_THREADS_H
#define UPCR_TEAM_ALL_THREADS_H

#include "../core/barrier.h"
#include "team.h"

/* False where the team is none, or freed. */
static inline bool upcr_team_has_all_threads(upcx_team_t team) {
  return team && team->is_live && team->has_all_threads;
}

/* True if the team is one of all threads, and the call, with arguments as upcx_team_NAME has them,
 * is done. False: the plan of the operation serves it, and says what is wrong with it. The answer
 * is the same in all members if their arguments are. */
bool upcr_all_threads_barrier(upcx_team_t team);
bool upcr_all_threads_broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                                upcx_team_t team);
bool upcr_all_threads_scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                              upcx_team_t team);
bool upcr_all_threads_gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                             upcx_team_t team);
bool upcr_all_threads_gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                                 upcx_team_t team);
bool upcr_all_threads_exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags,
                               upcx_team_t team);
bool upcr_all_threads_reduce(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                             int flags, upcx_team_t team);
bool upcr_all_threads_reduce_all(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                                 int flags, upcx_team_t team);
bool upcr_all_threads_reduce_scatter(upcr_ppts_t dst, upcr_ppts_t src, int type, int op,
                                     size_t nelems, int flags, upcx_team_t team);
bool upcr_all_threads_prefix_reduce(upcr_ppts_t dst, upcr_ppts_t src, int type, int op,
                                    size_t nelems, int flags, upcx_team_t team);

bool upcr_all_threads_prefix_reduce_exclusive(upcr_ppts_t dst, upcr_ppts_t src, int type, int op,
                                              size_t nelems, int flags, upcx_team_t team);

/* Both prefix reductions of short vectors, as posts. */
bool upcr_all_threads_prefix_of_parts(enum upcr_collective function, upcr_ppts_t dst,
                                      upcr_ppts_t src, int type, int op, size_t nelems, int flags,
                                      upcx_team_t team);

/* The same of private memory: as posts, if they are short. */
bool upcr_all_threads_broadcast_private(void *buffer, size_t nbytes, int root, upcx_team_t team);
bool upcr_all_threads_scatter_private(void *dst, const void *src, size_t nbytes, int root,
                                      upcx_team_t team);
bool upcr_all_threads_gather_private(void *dst, const void *src, size_t nbytes, int root,
                                     upcx_team_t team);
bool upcr_all_threads_gather_all_private(void *dst, const void *src, size_t nbytes,
                                         upcx_team_t team);
bool upcr_all_threads_exchange_private(void *dst, const void *src, size_t nbytes, upcx_team_t team);
bool upcr_all_threads_reduce_private(void *dst, const void *src, int type, int op, size_t nelems,
                                     int root, upcx_team_t team);
bool upcr_all_threads_reduce_all_private(void *dst, const void *src, int type, int op,
                                         size_t nelems, upcx_team_t team);
bool upcr_all_threads_prefix_reduce_private(void *dst, const void *src, int type, int op,
                                            size_t nelems, upcx_team_t team);
bool upcr_all_threads_prefix_reduce_exclusive_private(void *dst, const void *src, int type, int op,
                                                      size_t nelems, upcx_team_t team);

#endif
