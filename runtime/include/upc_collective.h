/* SPDX-License-Identifier: Apache-2.0 */
/* <upc_collective.h> (UPC 7.4): relocalisation and computation by all threads together.
 *
 * Every argument is single-valued; flags is UPC_IN_*SYNC | UPC_OUT_*SYNC. With NaN among the
 * elements, UPC_ADD and UPC_MULT give NaN; UPC_MIN is a < b ? a : b and UPC_MAX a > b ? a : b from
 * the left, so the result depends on where the NaN is. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPC_COLLECTIVE_H
#define UPC_COLLECTIVE_H

#include <stddef.h>
#include <upc_types.h>

/* Operations of the computational collectives besides those of <upc_types.h>. */
#define UPC_FUNC 512
#define UPC_NONCOMM_FUNC 1024

void upc_all_broadcast(shared void *__restrict dst, shared const void *__restrict src,
                       size_t nbytes, upc_flag_t flags);
void upc_all_scatter(shared void *__restrict dst, shared const void *__restrict src, size_t nbytes,
                     upc_flag_t flags);
void upc_all_gather(shared void *__restrict dst, shared const void *__restrict src, size_t nbytes,
                    upc_flag_t flags);
void upc_all_gather_all(shared void *__restrict dst, shared const void *__restrict src,
                        size_t nbytes, upc_flag_t flags);
void upc_all_exchange(shared void *__restrict dst, shared const void *__restrict src, size_t nbytes,
                      upc_flag_t flags);
void upc_all_permute(shared void *__restrict dst, shared const void *__restrict src,
                     shared const int *__restrict perm, size_t nbytes, upc_flag_t flags);

/* From UPC 1.2: sorts A, an array of nelems elements in blocks of blk_size (0: indefinite). func
 * compares as qsort's does. Equal elements keep their order. */
void upc_all_sort(shared void *A, size_t elem_size, size_t nelems, size_t blk_size,
                  int (*func)(shared void *, shared void *), upc_flag_t flags);

void upc_all_reduceC(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                     size_t nelems, size_t blk_size, signed char (*func)(signed char, signed char),
                     upc_flag_t flags);
void upc_all_reduceUC(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                      size_t nelems, size_t blk_size,
                      unsigned char (*func)(unsigned char, unsigned char), upc_flag_t flags);
void upc_all_reduceS(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                     size_t nelems, size_t blk_size,
                     signed short (*func)(signed short, signed short), upc_flag_t flags);
void upc_all_reduceUS(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                      size_t nelems, size_t blk_size,
                      unsigned short (*func)(unsigned short, unsigned short), upc_flag_t flags);
void upc_all_reduceI(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                     size_t nelems, size_t blk_size, signed int (*func)(signed int, signed int),
                     upc_flag_t flags);
void upc_all_reduceUI(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                      size_t nelems, size_t blk_size,
                      unsigned int (*func)(unsigned int, unsigned int), upc_flag_t flags);
void upc_all_reduceL(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                     size_t nelems, size_t blk_size, signed long (*func)(signed long, signed long),
                     upc_flag_t flags);
void upc_all_reduceUL(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                      size_t nelems, size_t blk_size,
                      unsigned long (*func)(unsigned long, unsigned long), upc_flag_t flags);
void upc_all_reduceF(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                     size_t nelems, size_t blk_size, float (*func)(float, float), upc_flag_t flags);
void upc_all_reduceD(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                     size_t nelems, size_t blk_size, double (*func)(double, double),
                     upc_flag_t flags);
void upc_all_reduceLD(shared void *__restrict dst, shared const void *__restrict src, upc_op_t op,
                      size_t nelems, size_t blk_size, long double (*func)(long double, long double),
                      upc_flag_t flags);

void upc_all_prefix_reduceC(shared void *__restrict dst, shared const void *__restrict src,
                            upc_op_t op, size_t nelems, size_t blk_size,
                            signed char (*func)(signed char, signed char), upc_flag_t flags);
void upc_all_prefix_reduceUC(shared void *__restrict dst, shared const void *__restrict src,
                             upc_op_t op, size_t nelems, size_t blk_size,
                             unsigned char (*func)(unsigned char, unsigned char), upc_flag_t flags);
void upc_all_prefix_reduceS(shared void *__restrict dst, shared const void *__restrict src,
                            upc_op_t op, size_t nelems, size_t blk_size,
                            signed short (*func)(signed short, signed short), upc_flag_t flags);
void upc_all_prefix_reduceUS(shared void *__restrict dst, shared const void *__restrict src,
                             upc_op_t op, size_t nelems, size_t blk_size,
                             unsigned short (*func)(unsigned short, unsigned short),
                             upc_flag_t flags);
void upc_all_prefix_reduceI(shared void *__restrict dst, shared const void *__restrict src,
                            upc_op_t op, size_t nelems, size_t blk_size,
                            signed int (*func)(signed int, signed int), upc_flag_t flags);
void upc_all_prefix_reduceUI(shared void *__restrict dst, shared const void *__restrict src,
                             upc_op_t op, size_t nelems, size_t blk_size,
                             unsigned int (*func)(unsigned int, unsigned int), upc_flag_t flags);
void upc_all_prefix_reduceL(shared void *__restrict dst, shared const void *__restrict src,
                            upc_op_t op, size_t nelems, size_t blk_size,
                            signed long (*func)(signed long, signed long), upc_flag_t flags);
void upc_all_prefix_reduceUL(shared void *__restrict dst, shared const void *__restrict src,
                             upc_op_t op, size_t nelems, size_t blk_size,
                             unsigned long (*func)(unsigned long, unsigned long), upc_flag_t flags);
void upc_all_prefix_reduceF(shared void *__restrict dst, shared const void *__restrict src,
                            upc_op_t op, size_t nelems, size_t blk_size,
                            float (*func)(float, float), upc_flag_t flags);
void upc_all_prefix_reduceD(shared void *__restrict dst, shared const void *__restrict src,
                            upc_op_t op, size_t nelems, size_t blk_size,
                            double (*func)(double, double), upc_flag_t flags);
void upc_all_prefix_reduceLD(shared void *__restrict dst, shared const void *__restrict src,
                             upc_op_t op, size_t nelems, size_t blk_size,
                             long double (*func)(long double, long double), upc_flag_t flags);

/* From Berkeley UPC: the result is in every thread's part of dst, a shared array of THREADS
 * elements. */
#define bupc_all_reduce_all_(X, T)                                                                 \
  void bupc_all_reduce_all##X(shared void *__restrict dst, shared const void *__restrict src,      \
                              upc_op_t op, size_t nelems, size_t blk_size, T (*func)(T, T),        \
                              upc_flag_t flags);
bupc_all_reduce_all_(C, signed char) bupc_all_reduce_all_(UC, unsigned char)
    bupc_all_reduce_all_(S, signed short) bupc_all_reduce_all_(US, unsigned short)
        bupc_all_reduce_all_(I, signed int) bupc_all_reduce_all_(UI, unsigned int)
            bupc_all_reduce_all_(L, signed long) bupc_all_reduce_all_(UL, unsigned long)
                bupc_all_reduce_all_(F, float) bupc_all_reduce_all_(D, double)
                    bupc_all_reduce_all_(LD, long double)
#undef bupc_all_reduce_all_

#endif
