/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of upc_all_reduce and upc_all_prefix_reduce: type, operation, elements (UPC 7.4.3). */
#ifndef UPCR_COLL_REDUCE_REDUCTION_H
#define UPCR_COLL_REDUCE_REDUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <upcr/upcr.h>

#include "../../base/simulated.h"

/* The operations that <upc_collective.h> adds to <upc_types.h>. */
enum { UPCR_OP_FUNC = 512, UPCR_OP_NONCOMM_FUNC = 1024 };

struct upcr_reduction;

/* Kernels of one element type. Accumulators and elements are aligned as the type is. A simulated
 * job is charged the bytes that they fold. */
struct upcr_type {
  size_t size;
  bool integral;
  /* *acc = *acc op v[0] op ... op v[n - 1], without *acc if `any` is false; n > 0 */
  void (*fold)(const struct upcr_reduction *r, void *acc, bool any, const void *v, size_t n);
  /* to[i] = *acc op v[0] op ... op v[i]; *acc = to[n - 1], if any. `to` may be `v`. */
  void (*scan)(const struct upcr_reduction *r, void *acc, void *to, const void *v, size_t n);
  /* to[i] = a[i] op b[i]. `to` may be `a` or `b`. */
  void (*combine)(const struct upcr_reduction *r, void *to, const void *a, const void *b, size_t n);
};

/* The kernels of UPC_CHAR to UPC_LDOUBLE; 0 for other types. */
const struct upcr_type *upcr_type_of(int type);

/* True if `op` is one operation of <upc_types.h> that the type has. */
bool upcr_type_has(const struct upcr_type *type, int op);

struct upcr_reduction {
  const struct upcr_type *type;
  int op;
  void (*func)(void); /* the user's function, of the element type's signature; 0 if op needs none */
  size_t nelems;
  size_t blk_size;      /* elements of a block; 0: all lie on one thread */
  upcr_ppts_t src, dst; /* phases below blk_size. reduce: dst is one element */
};

/* False for a function of the program that is not commutative. `r` may be 0. */
static inline bool upcr_is_commutative(const struct upcr_reduction *r) {
  return !r || r->op != UPCR_OP_NONCOMM_FUNC;
}

/* True if no result depends on how operations are grouped: sums of floating point do, and
 * functions of the program may. */
static inline bool upcr_is_exact(const struct upcr_reduction *r) {
  return r->type->integral && !r->func;
}

/* A result over some elements, or over none. */
struct upcr_partial {
  _Alignas(16) unsigned char value[16];
  bool any;
};

/* left = left op right, where either may be of no elements. */
void upcr_partial_append(const struct upcr_reduction *r, struct upcr_partial *left,
                         const struct upcr_partial *right);

/* right = left op right. */
static inline void upcr_partial_prepend(const struct upcr_reduction *r, struct upcr_partial *right,
                                        const struct upcr_partial *left) {
  struct upcr_partial all = *left;
  upcr_partial_append(r, &all, right);
  *right = all;
}

/* Vectors: to[i] = own[i] op v[i], n bytes of elements, or v[i] op own[i] if v is `first`. `to` may
 * be `own` or `v`. */
static inline void upcr_fold_vector(const struct upcr_reduction *r, void *to, const void *own,
                                    const void *v, size_t n, bool first) {
  r->type->combine(r, to, first ? v : own, first ? own : v, n / r->type->size);
}

/* The same where v is far, through `room` for twice `bytes` bytes (vector.c). */
void upcr_fold_far_vector(const struct upcr_reduction *r, char *to, const char *own, upcr_pts_t v,
                          size_t n, bool first, char *room, size_t bytes);

/* The elements are divided over the threads in blocks and in order: rank p, which is the p-th
 * thread from that of the first element on, has the p-th part. Where there are no more blocks
 * than threads, each block is its own thread's. */
struct upcr_range {
  size_t first, end;
};
int upcr_rank_of(const struct upcr_reduction *r, int thread);
int upcr_thread_of_rank(const struct upcr_reduction *r, int rank);
struct upcr_range upcr_range_of_rank(const struct upcr_reduction *r, int rank);

/* The p-th of equal shares of the elements, in order, wherever they lie. */
struct upcr_range upcr_share_of(const struct upcr_reduction *r, int p);

/* True if every part lies on its thread. */
bool upcr_ranges_are_local(const struct upcr_reduction *r);

/* Folds the elements of a range in order; folds the thread's own elements in any. */
void upcr_fold_range(const struct upcr_reduction *r, struct upcr_range range,
                     struct upcr_partial *result);
void upcr_fold_own(const struct upcr_reduction *r, struct upcr_partial *result);

/* Stores dst[i] for the elements of a range; `carry` is the result over all before, and after it
 * over these too. */
void upcr_scan_range(const struct upcr_reduction *r, struct upcr_range range,
                     struct upcr_partial *carry);

#endif
