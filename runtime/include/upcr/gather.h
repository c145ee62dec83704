/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of far arrays that a loop reads by arbitrary subscripts (compiler: passes/gather.rs,
 * core/gather.c). */
#pragma GCC system_header
#ifndef UPCR_GATHER_H
#define UPCR_GATHER_H

struct upcr_gather {
  /* A static array: thread 0's part of it, `local` bytes on each thread, in blocks of `block`
   * elements, 0 if all are on thread 0. */
  upcr_pts_t start;
  unsigned long elems, block, elem_size, local;
  /* Reads of far elements that are left until the array is copied. */
  unsigned long left;
  /* All elements in their order; none are copied while `copied` is 0. */
  char *copy;
  unsigned long copied;
};

static __inline__ __attribute__((always_inline, unused)) const char *
upcr_gathered(const struct upcr_gather *g, long elem, unsigned long elem_size) {
  return (unsigned long)elem < g->copied ? g->copy + (unsigned long)elem * elem_size
                                         : (const char *)0;
}

#endif
