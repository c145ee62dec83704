/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of far arrays that a loop reads by arbitrary subscripts (compiler: passes/gather.rs,
 * core/gather.c). */
#pragma GCC system_header
#ifndef UPCR_GATHER_H
#define UPCR_GATHER_H

struct upcr_gather {
  /* A static array: its part on thread 0, `local` bytes on each thread, in blocks of `block`
   * elements; 0: all are on thread 0. */
  upcr_pts_t start;
  unsigned long elems, block, elem_size, local;
  /* Reads of far elements left until the array is copied. */
  unsigned long left;
  /* All elements in their order; none are copied while `copied` is 0. */
  char *copy;
  unsigned long copied;
};

/* The members that the loop reads, copied to variables whose address is not taken: these stay in
 * registers if the loop stores through a pointer, the members above would not. */
struct upcr_gather_copy {
  const char *at;
  unsigned long elems;
};

static __inline__ __attribute__((always_inline, unused)) struct upcr_gather_copy
upcr_gather_copied(const struct upcr_gather *g) {
  struct upcr_gather_copy copy = {g->copy, g->copied};
  return copy;
}

/* A truth value, not a pointer: the C compiler would test the pointer beside the subscript. */
static __inline__ __attribute__((always_inline, unused)) int
upcr_gathered(const struct upcr_gather_copy *copy, long elem) {
  return __builtin_expect((unsigned long)elem < copy->elems, 1);
}

static __inline__ __attribute__((always_inline, unused)) upcr_pts_t
upcr_gather_missed(struct upcr_gather *g, struct upcr_gather_copy *copy, long elem,
                   unsigned long offset) {
  upcr_pts_t at = upcr_gather_miss(g, elem, offset);
  *copy = upcr_gather_copied(g);
  return at;
}

#endif
