/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of teams: elements and operations of <upc_types.h>, pairs of a
 * value and where it is, and functions of the program's own. */
#ifndef UPCR_TEAM_REDUCTION_H
#define UPCR_TEAM_REDUCTION_H

#include "op.h"

/* Element types of <upcx_collective.h>. */
enum { UPCX_INT_AT = 64, UPCX_LONG_AT, UPCX_FLOAT_AT, UPCX_DOUBLE_AT, UPCX_ELEMENT };

/* Bytes of its elements. */
static inline size_t upcr_vector_bytes(const struct upcr_reduction *r) {
  return r->nelems * r->type->size;
}

/* The reduction of a call. Ends the job if the type has no such operation. */
struct upcr_reduction upcr_team_reduction(enum upcr_collective function, int type, int operation,
                                          size_t nelems);

/* A digest of its type and operation, on top of `digest`. */
uint32_t upcr_team_reduction_digest(uint32_t digest, const struct upcr_reduction *r, int type,
                                    int operation);

/* A call with the reduction of nelems elements, on shared memory and on private: checked as
 * upcr_team_call does, with op->reduction set. */
struct upcr_op *upcr_team_reduce_call(upcx_team_t team, enum upcr_collective function,
                                      upcr_ppts_t dst, upcr_ppts_t src, int type, int operation,
                                      size_t nelems, int flags, int may);
struct upcr_op *upcr_team_reduce_call_private(upcx_team_t team, enum upcr_collective function,
                                              int root, int type, int operation, size_t nelems);

/* The program's own operations: acc[i] = acc[i] op v[i] for n elements of elem_size bytes. */
typedef void upcx_function_t(void *acc, const void *v, size_t n);
int upcx_op_create(size_t elem_size, upcx_function_t *function, int commutes);
void upcx_op_free(int op);

/* The reduction of such an operation without its elements; false if there is none of this
 * number. */
bool upcr_own_op(int op, struct upcr_reduction *r);

/* The arithmetic of a step. */

enum { UPCR_FOLD_CHUNK = 4096 /* bytes combined at once; an element has at most as many */ };

/* to[i] = to[i] op from[i], or from[i] op to[i] if `left`, over n bytes of elements. */
void upcr_team_fold(const struct upcr_reduction *r, void *to, const void *from, size_t n,
                    bool left);

/* The same where `from` may be far. */
void upcr_team_fold_at(const struct upcr_reduction *r, void *to, upcr_pts_t from, size_t n,
                       bool left);

#endif
