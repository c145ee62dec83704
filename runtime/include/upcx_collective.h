/* Collectives beyond UPC 1.3, in the manner of <upc_collective.h>: every argument is single-valued, flags is
 * UPC_IN_*SYNC | UPC_OUT_*SYNC.
 *
 * Arrays have a part on each thread, at the same offset; the pointers are to thread 0's, as dst of upc_all_broadcast is. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPCX_COLLECTIVE_H
#define UPCX_COLLECTIVE_H

#include <stddef.h>
#include <upc_types.h>

/* Vectors of nelems elements: every thread's dst[i] = src[i] of thread 0 op ... op src[i] of thread THREADS - 1. type is UPC_CHAR
 * to UPC_LDOUBLE, op one of <upc_types.h>; the bitwise ones are not for floating types. dst may be src. */
void upcx_all_reduce_all(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op, size_t nelems,
                         upc_flag_t flags);

/* The same over src of nelems * THREADS elements, of which thread t gets the nelems from t * nelems on. */
void upcx_all_reduce_scatter(shared void *dst, shared const void *src, upc_type_t type, upc_op_t op, size_t nelems,
                             upc_flag_t flags);

#endif
