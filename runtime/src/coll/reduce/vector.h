/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of vectors, element by element. */
#ifndef UPCR_COLL_REDUCE_VECTOR_H
#define UPCR_COLL_REDUCE_VECTOR_H

#include "../call.h"

/* Bytes of an element. */
size_t upcr_element_size(const struct upcr_call *call);

/* The first byte of slice t of a vector that is divided over the threads. */
size_t upcr_slice_first(const struct upcr_call *call, int t);

/* The signals of MYSYNC if every thread reads the vectors of all: before the first access, and
 * after the last. */
void upcr_slices_begin(const struct upcr_call *call);
void upcr_slices_end(const struct upcr_call *call);

/* On entry, a hint: the caller will fold these bytes of every other thread's part of src
 * (copies.h). */
void upcr_expect_vectors(const struct upcr_call *call, size_t at, size_t n);

/* to[i] = v_0[i] op v_1[i] ... over the bytes [at, at + n) of every thread's part of src, in the
 * order of threads. `to` may be that part of a src. */
void upcr_fold_vectors(const struct upcr_call *call, size_t at, size_t n, upcr_pts_t to);

/* to[i] = a[i] op b[i], n bytes; `to` is the caller's memory; it may be a or b. */
void upcr_combine_vectors(const struct upcr_call *call, upcr_pts_t to, upcr_pts_t a, upcr_pts_t b,
                          size_t n);

#endif
