/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of elements that a run of iterations accesses (compiler: passes/coalesce.rs,
 * core/rows.c). */
#pragma GCC system_header
#ifndef UPCR_ROWS_H
#define UPCR_ROWS_H

struct upcr_row {
  upcr_pts_t first; /* the element of the run's first iteration */
  long bytes;       /* from an iteration's element to the next one's; not 0 */
  /* An iteration's bytes are [element - before, element + behind). */
  unsigned long before, behind;
  int written; /* 0: the run only reads the row; 1: it writes all of it, and reads nothing */
  char *at;    /* address of the first element here; 0: its segment is not mapped */
  /* While the row has a copy: its transfer, and the copy's first byte. In the first row: the memory
   * of all copies. */
  unsigned long transfer;
  char *copy;
  void *memory;
};

/* A row of a static array as the compiler knows it (upcr_rows_find). */
struct upcr_row_shape {
  const upcr_pts_t *array; /* its first element */
  unsigned long block, elem_size;
  /* Each iteration's elements are from `low` before to `high` after its own. */
  unsigned long low, high;
  long elems;  /* from an iteration's element to the next one's; not 0 */
  int copied;  /* if it is far, the run may use a copy */
  int written; /* as in upcr_row */
};

#endif
