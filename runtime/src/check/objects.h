/* SPDX-License-Identifier: Apache-2.0 */
/* The static shared objects that checked units define (docs/abi.md section 6). */
#ifndef UPCR_CHECK_OBJECTS_H
#define UPCR_CHECK_OBJECTS_H

#include <stdint.h>

/* As checked units describe an object, in the section upcr_object. */
struct upcr_object {
  uint64_t symbol; /* link-time value, like a slot's before start */
  uint64_t total;  /* elements, times THREADS if `times_threads` */
  uint64_t times_threads;
  uint64_t block; /* elements a block; 0: all on thread 0 */
  uint64_t elem_size;
  const char *name, *type, *place;
};

/* Reads the section; after upcr_slots_rebase. Returns 0, or -1: out of memory. */
int upcr_objects_read(void);

/* The object with the greatest offset in a segment that is not above `offset`, or 0; *start is its
 * own. */
const struct upcr_object *upcr_object_at_or_below(uint64_t offset, uint64_t *start);

#endif
