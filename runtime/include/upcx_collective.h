/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives beyond UPC 1.3, in the manner of <upc_collective.h>: for all threads, and for teams,
 * which are some of them; blocking and with a handle; on shared and on private memory.
 * docs/collectives.md explains them by example.
 *
 * flags is UPC_IN_*SYNC | UPC_OUT_*SYNC. For a team they apply to its members; ALLSYNC costs two
 * barriers of the team.
 *
 * Shared arrays have a part on each thread, at the same offset; the pointers are to thread 0's, as
 * dst of upc_all_broadcast is. Of a team the parts of its members are read and written, and blocks
 * count by rank. Where only one thread has the array (src of broadcast and scatter, dst of gather
 * and reduce), it is a member, the root, and the pointer is to its memory. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPCX_COLLECTIVE_H
#define UPCX_COLLECTIVE_H

#include <stddef.h>
#include <upc_nb.h>
#include <upc_types.h>

/* All threads. Every argument is single-valued. */

/* Vectors of nelems elements: every thread's dst[i] = src[i] of thread 0 op ... op src[i] of thread
 * THREADS - 1. type is UPC_CHAR to UPC_LDOUBLE, op one of <upc_types.h>; the bitwise ones are not
 * for floating types. dst may be src. */
void upcx_all_reduce_all(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op,
                         size_t nelems, upc_flag_t flags);

/* The same over src of nelems * THREADS elements, of which thread t gets the nelems from t * nelems
 * on. */
void upcx_all_reduce_scatter(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op,
                             size_t nelems, upc_flag_t flags);

/* Vectors again, with one result: dst[i], in the memory of any thread, as dst of upc_all_reduce is.
 * dst may be that thread's part of src. */
void upcx_all_reduce_vector(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op,
                            size_t nelems, upc_flag_t flags);

/* Teams. A handle is the calling thread's own. */
typedef struct upcx_team *upcx_team_t;

#define UPCX_TEAM_NONE ((upcx_team_t)0)
#define UPCX_TEAM_ALL (upcx_team_all())

/* The team of all threads, where a thread's rank is MYTHREAD. */
upcx_team_t upcx_team_all(void);

/* Called by all members of the parent: those that give the same colour, 0 or higher, form a team,
 * in the order of keys, then of ranks in the parent. A thread that gives a negative colour gets
 * UPCX_TEAM_NONE. */
upcx_team_t upcx_team_split(upcx_team_t parent, int colour, int key);

/* Called by all members of the parent, with the same arguments: the team of these `count` ranks of
 * the parent, in this order; of first, first + stride, ... UPCX_TEAM_NONE on the others. */
upcx_team_t upcx_team_create(upcx_team_t parent, int count, const int *ranks);
upcx_team_t upcx_team_range(upcx_team_t parent, int first, int stride, int count);

/* Called by all members, when every handle of the team's operations has been synchronised. */
void upcx_team_free(upcx_team_t team);

/* The calling thread's rank; the number of members; the thread of a rank; the rank of a thread, and
 * that in `to` of a rank in `from`: -1 if it is no member. */
int upcx_team_rank(upcx_team_t team);
int upcx_team_size(upcx_team_t team);
int upcx_team_thread(upcx_team_t team, int rank);
int upcx_team_rank_of(upcx_team_t team, int thread);
int upcx_team_translate(upcx_team_t from, int rank, upcx_team_t to);

/* In flags of gather_all, exchange, reduce_all and the prefix reductions: src is not read, the data
 * are in dst. In gather_all each member's block is where it belongs. */
#define UPCX_IN_PLACE 64

/* The collectives of a team. All members call them, and all in the same form, in the same order as
 * its other collectives; those of different teams, and of all threads, need no order among each
 * other, but for what waits for what: blocking calls and upc_sync wait, so threads order them
 * alike, and like barriers. Arguments are single-valued in the team, unless said otherwise.
 *
 * The form `_nb` starts the operation and gives a handle for upc_sync or upc_sync_attempt, which
 * every member calls once for it. Until then what it reads may not be written, and what it writes
 * neither read nor written. Any number may be under way. They go on while the thread is in a call
 * of the library that waits, in a barrier, or in a loop that waits for shared data.
 *
 * reduce, reduce_all, reduce_scatter, prefix_reduce: of vectors, element by element, in the order
 * of ranks. nelems is of one member's result; of reduce, dst may be the root's part of src. In
 * prefix_reduce rank r gets the result over ranks 0 to r, in prefix_reduce_exclusive over 0 to
 * r - 1, and rank 0's dst is left as it is. */
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
 * and gatherv the root alone reads them, and nbytes is the caller's own; in gather_allv they are
 * single-valued; in exchangev they are the caller's own: src_counts[r] goes to rank r,
 * dst_counts[r] comes from it. Sizes that do not agree end the job. */
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

/* The collectives on each member's private memory, or shared memory of its own by a
 * pointer-to-local. A call returns when dst has its value, and src may be written again: even the
 * forms `_nb` have copied it when they return. root is a rank; src of scatter and dst of gather and
 * reduce are the root's alone. dst may be src in broadcast's manner, in reduce, reduce_all,
 * exchange and the prefix reductions. Data are staged in the shared heap. */
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

/* Further element types for the reductions of teams: a value and where it is, for UPC_MIN and
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

/* Operations of the program's own, with the element type UPCX_ELEMENT: acc[i] = acc[i] op v[i] for
 * n elements of elem_size bytes, at most 4096. The operation is associative; `commutes` is 0 if
 * operands may not change places. The function may be called in any call of the library that waits,
 * and calls none that waits itself. */
#define UPCX_ELEMENT 68
upc_op_t upcx_op_create(size_t elem_size, void (*function)(void *acc, const void *v, size_t n),
                        int commutes);
void upcx_op_free(upc_op_t op);

#endif
