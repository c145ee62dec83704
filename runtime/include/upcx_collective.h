/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives beyond UPC 1.3, similar to <upc_collective.h>: for all threads and for teams, which
 * are subsets of them; blocking and nonblocking; on shared and on private memory.
 * docs/collectives.md has examples.
 *
 * flags is UPC_IN_*SYNC | UPC_OUT_*SYNC. For a team they apply to its members; ALLSYNC costs two
 * barriers of the team.
 *
 * A shared array has a part on each thread, at the same offset; the pointer is to thread 0's part,
 * like dst of upc_all_broadcast. For a team the parts of its members are used, with blocks in the
 * order of ranks. If only one thread has the array (src of broadcast and scatter, dst of gather and
 * reduce), that thread is a member, the root, and the pointer is to its memory. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPCX_COLLECTIVE_H
#define UPCX_COLLECTIVE_H

#include <stddef.h>
#include <upc_nb.h>
#include <upc_types.h>

/* All threads. Every argument is single-valued. */

/* Vectors of nelems elements: every thread's dst[i] = src[i] of thread 0 op ... op src[i] of thread
 * THREADS - 1. type is UPC_CHAR to UPC_LDOUBLE, op an operation of <upc_types.h>; floating types
 * have no bitwise operations. dst may be src. */
void upcx_all_reduce_all(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op,
                         size_t nelems, upc_flag_t flags);

/* The same over src of nelems * THREADS elements. Thread t gets the nelems elements of the result
 * that begin at element t * nelems. */
void upcx_all_reduce_scatter(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op,
                             size_t nelems, upc_flag_t flags);

/* The same as upcx_all_reduce_all with one result, dst[i] in the memory of any thread, like dst of
 * upc_all_reduce. dst may be that thread's part of src. */
void upcx_all_reduce_vector(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op,
                            size_t nelems, upc_flag_t flags);

/* Teams. Each thread has its own handle of a team. */
typedef struct upcx_team *upcx_team_t;

#define UPCX_TEAM_NONE ((upcx_team_t)0)
#define UPCX_TEAM_ALL (upcx_team_all())

/* The team of all threads, in which a thread's rank is MYTHREAD. */
upcx_team_t upcx_team_all(void);

/* Called by all members of the parent. Members with the same colour, at least 0, form a team; their
 * ranks follow the keys, and for equal keys the ranks in the parent. A member with a negative
 * colour gets UPCX_TEAM_NONE. */
upcx_team_t upcx_team_split(upcx_team_t parent, int colour, int key);

/* Called by all members of the parent, with the same arguments. The team of these `count` ranks of
 * the parent in this order; of the `count` ranks first, first + stride, ... Other members get
 * UPCX_TEAM_NONE. */
upcx_team_t upcx_team_create(upcx_team_t parent, int count, const int *ranks);
upcx_team_t upcx_team_range(upcx_team_t parent, int first, int stride, int count);

/* Called by all members, after every handle of the team's operations has been synchronised. */
void upcx_team_free(upcx_team_t team);

/* The calling thread's rank; the number of members; the thread of a rank; the rank of a thread; the
 * rank in `to` of a rank of `from`. The last two are -1 for a thread that is no member. */
int upcx_team_rank(upcx_team_t team);
int upcx_team_size(upcx_team_t team);
int upcx_team_thread(upcx_team_t team, int rank);
int upcx_team_rank_of(upcx_team_t team, int thread);
int upcx_team_translate(upcx_team_t from, int rank, upcx_team_t to);

/* In flags of gather_all, exchange, reduce_all and the prefix reductions: the data are in dst, and
 * src is not read. In gather_all each member's block is at its final place in dst. */
#define UPCX_IN_PLACE 64

/* The collectives of a team. All members call the same collectives of the team in the same order
 * and in the same form. Different teams are independent, but waits must not form a cycle: all
 * threads need one order of blocking calls, upc_sync, collectives of all threads, and barriers.
 * Arguments are single-valued in the team unless stated otherwise.
 *
 * The form `_nb` starts the operation and returns a handle, which every member must complete by
 * upc_sync or upc_sync_attempt. Until then the program must not write the data that the operation
 * reads, and neither read nor write those that it writes. Any number of operations may be under
 * way. They progress while the thread is in a library call that waits, in a barrier, or in a loop
 * that waits for shared data.
 *
 * reduce, reduce_all, reduce_scatter and the prefix reductions combine vectors element by element,
 * in the order of ranks. nelems is the length of one member's result. dst of reduce may be the
 * root's part of src. In prefix_reduce rank r gets the result over ranks 0 to r; in
 * prefix_reduce_exclusive over ranks 0 to r - 1, and rank 0's dst does not change. */
void upcx_team_barrier(upcx_team_t team);
void upcx_team_broadcast(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags,
                         upcx_team_t team);
void upcx_team_scatter(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags,
                       upcx_team_t team);
void upcx_team_gather(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags,
                      upcx_team_t team);
void upcx_team_gather_all(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags,
                          upcx_team_t team);
void upcx_team_exchange(shared void *dst, shared const void *src, size_t nbytes, upc_flag_t flags,
                        upcx_team_t team);
/* perm[r] is the rank that gets rank r's block. */
void upcx_team_permute(shared void *dst, shared const void *src, const int *perm, size_t nbytes,
                       upc_flag_t flags, upcx_team_t team);
void upcx_team_reduce(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op,
                      size_t nelems, upc_flag_t flags, upcx_team_t team);
void upcx_team_reduce_all(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op,
                          size_t nelems, upc_flag_t flags, upcx_team_t team);
void upcx_team_reduce_scatter(shared void *dst, shared const void *src, upc_type_t type,
                              upc_op_t op, size_t nelems, upc_flag_t flags, upcx_team_t team);
void upcx_team_prefix_reduce(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op,
                             size_t nelems, upc_flag_t flags, upcx_team_t team);
void upcx_team_prefix_reduce_exclusive(shared void *dst, shared const void *src, upc_type_t type,
                                       upc_op_t op, size_t nelems, upc_flag_t flags,
                                       upcx_team_t team);

upc_handle_t upcx_team_barrier_nb(upcx_team_t team);
upc_handle_t upcx_team_broadcast_nb(shared void *dst, shared const void *src, size_t nbytes,
                                    upc_flag_t flags, upcx_team_t team);
upc_handle_t upcx_team_scatter_nb(shared void *dst, shared const void *src, size_t nbytes,
                                  upc_flag_t flags, upcx_team_t team);
upc_handle_t upcx_team_gather_nb(shared void *dst, shared const void *src, size_t nbytes,
                                 upc_flag_t flags, upcx_team_t team);
upc_handle_t upcx_team_gather_all_nb(shared void *dst, shared const void *src, size_t nbytes,
                                     upc_flag_t flags, upcx_team_t team);
upc_handle_t upcx_team_exchange_nb(shared void *dst, shared const void *src, size_t nbytes,
                                   upc_flag_t flags, upcx_team_t team);
upc_handle_t upcx_team_permute_nb(shared void *dst, shared const void *src, const int *perm,
                                  size_t nbytes, upc_flag_t flags, upcx_team_t team);
upc_handle_t upcx_team_reduce_nb(shared void *dst, shared const void *src, upc_type_t type,
                                 upc_op_t op, size_t nelems, upc_flag_t flags, upcx_team_t team);
upc_handle_t upcx_team_reduce_all_nb(shared void *dst, shared const void *src, upc_type_t type,
                                     upc_op_t op, size_t nelems, upc_flag_t flags,
                                     upcx_team_t team);
upc_handle_t upcx_team_reduce_scatter_nb(shared void *dst, shared const void *src, upc_type_t type,
                                         upc_op_t op, size_t nelems, upc_flag_t flags,
                                         upcx_team_t team);
upc_handle_t upcx_team_prefix_reduce_nb(shared void *dst, shared const void *src, upc_type_t type,
                                        upc_op_t op, size_t nelems, upc_flag_t flags,
                                        upcx_team_t team);
upc_handle_t upcx_team_prefix_reduce_exclusive_nb(shared void *dst, shared const void *src,
                                                  upc_type_t type, upc_op_t op, size_t nelems,
                                                  upc_flag_t flags, upcx_team_t team);

/* Blocks of different sizes: counts[r] bytes of rank r begin displs[r] bytes after the start of the
 * array; counts may be 0. Both arrays are private, and read before the call returns. In scatterv
 * and gatherv only the root reads them, and nbytes is the size of the caller's block. In
 * gather_allv they are single-valued. In exchangev they belong to the caller: src_counts[r] bytes
 * go to rank r, dst_counts[r] bytes come from it. Sizes that do not match end the job. */
void upcx_team_scatterv(shared void *dst, size_t nbytes, shared const void *src,
                        const size_t *counts, const size_t *displs, upc_flag_t flags,
                        upcx_team_t team);
void upcx_team_gatherv(shared void *dst, const size_t *counts, const size_t *displs,
                       shared const void *src, size_t nbytes, upc_flag_t flags, upcx_team_t team);
void upcx_team_gather_allv(shared void *dst, const size_t *counts, const size_t *displs,
                           shared const void *src, upc_flag_t flags, upcx_team_t team);
void upcx_team_exchangev(shared void *dst, const size_t *dst_counts, const size_t *dst_displs,
                         shared const void *src, const size_t *src_counts, const size_t *src_displs,
                         upc_flag_t flags, upcx_team_t team);

upc_handle_t upcx_team_scatterv_nb(shared void *dst, size_t nbytes, shared const void *src,
                                   const size_t *counts, const size_t *displs, upc_flag_t flags,
                                   upcx_team_t team);
upc_handle_t upcx_team_gatherv_nb(shared void *dst, const size_t *counts, const size_t *displs,
                                  shared const void *src, size_t nbytes, upc_flag_t flags,
                                  upcx_team_t team);
upc_handle_t upcx_team_gather_allv_nb(shared void *dst, const size_t *counts, const size_t *displs,
                                      shared const void *src, upc_flag_t flags, upcx_team_t team);
upc_handle_t upcx_team_exchangev_nb(shared void *dst, const size_t *dst_counts,
                                    const size_t *dst_displs, shared const void *src,
                                    const size_t *src_counts, const size_t *src_displs,
                                    upc_flag_t flags, upcx_team_t team);

/* The collectives on each member's private memory, or on its own shared memory by a
 * pointer-to-local. When a call returns, dst has its value and src may be written; the forms `_nb`
 * have copied src when they return. root is a rank. Only the root uses src of scatter and dst of
 * gather and reduce. dst may be src in reduce, reduce_all, exchange and the prefix reductions;
 * broadcast has one buffer. Data are staged in the shared heap. */
void upcx_team_broadcast_private(void *buffer, size_t nbytes, int root, upcx_team_t team);
void upcx_team_scatter_private(void *dst, const void *src, size_t nbytes, int root,
                               upcx_team_t team);
void upcx_team_gather_private(void *dst, const void *src, size_t nbytes, int root,
                              upcx_team_t team);
void upcx_team_gather_all_private(void *dst, const void *src, size_t nbytes, upcx_team_t team);
void upcx_team_exchange_private(void *dst, const void *src, size_t nbytes, upcx_team_t team);
void upcx_team_reduce_private(void *dst, const void *src, upc_type_t type, upc_op_t op,
                              size_t nelems, int root, upcx_team_t team);
void upcx_team_reduce_all_private(void *dst, const void *src, upc_type_t type, upc_op_t op,
                                  size_t nelems, upcx_team_t team);
void upcx_team_reduce_scatter_private(void *dst, const void *src, upc_type_t type, upc_op_t op,
                                      size_t nelems, upcx_team_t team);
void upcx_team_prefix_reduce_private(void *dst, const void *src, upc_type_t type, upc_op_t op,
                                     size_t nelems, upcx_team_t team);
void upcx_team_prefix_reduce_exclusive_private(void *dst, const void *src, upc_type_t type,
                                               upc_op_t op, size_t nelems, upcx_team_t team);

/* The counts of gather_allv are single-valued, its displs are the caller's own. */
void upcx_team_scatterv_private(void *dst, size_t nbytes, const void *src, const size_t *counts,
                                const size_t *displs, int root, upcx_team_t team);
void upcx_team_gatherv_private(void *dst, const size_t *counts, const size_t *displs,
                               const void *src, size_t nbytes, int root, upcx_team_t team);
void upcx_team_gather_allv_private(void *dst, const size_t *counts, const size_t *displs,
                                   const void *src, upcx_team_t team);
void upcx_team_exchangev_private(void *dst, const size_t *dst_counts, const size_t *dst_displs,
                                 const void *src, const size_t *src_counts,
                                 const size_t *src_displs, upcx_team_t team);

upc_handle_t upcx_team_broadcast_private_nb(void *buffer, size_t nbytes, int root,
                                            upcx_team_t team);
upc_handle_t upcx_team_scatter_private_nb(void *dst, const void *src, size_t nbytes, int root,
                                          upcx_team_t team);
upc_handle_t upcx_team_gather_private_nb(void *dst, const void *src, size_t nbytes, int root,
                                         upcx_team_t team);
upc_handle_t upcx_team_gather_all_private_nb(void *dst, const void *src, size_t nbytes,
                                             upcx_team_t team);
upc_handle_t upcx_team_exchange_private_nb(void *dst, const void *src, size_t nbytes,
                                           upcx_team_t team);
upc_handle_t upcx_team_reduce_private_nb(void *dst, const void *src, upc_type_t type, upc_op_t op,
                                         size_t nelems, int root, upcx_team_t team);
upc_handle_t upcx_team_reduce_all_private_nb(void *dst, const void *src, upc_type_t type,
                                             upc_op_t op, size_t nelems, upcx_team_t team);
upc_handle_t upcx_team_reduce_scatter_private_nb(void *dst, const void *src, upc_type_t type,
                                                 upc_op_t op, size_t nelems, upcx_team_t team);
upc_handle_t upcx_team_prefix_reduce_private_nb(void *dst, const void *src, upc_type_t type,
                                                upc_op_t op, size_t nelems, upcx_team_t team);
upc_handle_t upcx_team_prefix_reduce_exclusive_private_nb(void *dst, const void *src,
                                                          upc_type_t type, upc_op_t op,
                                                          size_t nelems, upcx_team_t team);

upc_handle_t upcx_team_scatterv_private_nb(void *dst, size_t nbytes, const void *src,
                                           const size_t *counts, const size_t *displs, int root,
                                           upcx_team_t team);
upc_handle_t upcx_team_gatherv_private_nb(void *dst, const size_t *counts, const size_t *displs,
                                          const void *src, size_t nbytes, int root,
                                          upcx_team_t team);
upc_handle_t upcx_team_gather_allv_private_nb(void *dst, const size_t *counts, const size_t *displs,
                                              const void *src, upcx_team_t team);
upc_handle_t upcx_team_exchangev_private_nb(void *dst, const size_t *dst_counts,
                                            const size_t *dst_displs, const void *src,
                                            const size_t *src_counts, const size_t *src_displs,
                                            upcx_team_t team);

/* Further element types for the reductions of teams: a value and its index, for UPC_MIN and
 * UPC_MAX. Among equal values the one with the lowest index is the result. */
#define UPCX_INT_AT 64
#define UPCX_LONG_AT 65
#define UPCX_FLOAT_AT 66
#define UPCX_DOUBLE_AT 67

typedef struct {
  int value;
  int index;
} upcx_int_at_t;

typedef struct {
  long value;
  long index;
} upcx_long_at_t;

typedef struct {
  float value;
  int index;
} upcx_float_at_t;

typedef struct {
  double value;
  long index;
} upcx_double_at_t;

/* Operations defined by the program, with the element type UPCX_ELEMENT: acc[i] = acc[i] op v[i]
 * for n elements of elem_size bytes, at most 4096. The operation is associative; `commutes` is 0 if
 * operands may not be exchanged. Any call of the library that waits may call the function, which
 * must not wait itself. */
#define UPCX_ELEMENT 68
upc_op_t upcx_op_create(size_t elem_size, void (*function)(void *acc, const void *v, size_t n),
                        int commutes);
void upcx_op_free(upc_op_t op);

#endif
