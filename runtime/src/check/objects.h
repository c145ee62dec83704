/* SPDX-License-Identifier: Apache-2.0 */
/* The static shared objects that checked units define (docs/abi.md section 6), and the object that
 * a pointer-to-shared points into. */
#ifndef UPCR_CHECK_OBJECTS_H
#define UPCR_CHECK_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "block_records.h"

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

/* The object at or before a place: at most one of the two is set. */
struct upcr_where {
  const struct upcr_object *object;
  struct upcr_block_seen block;
  unsigned long into;   /* bytes from the start of the thread's part of it */
  unsigned long part;   /* bytes of it that the thread has */
  unsigned long common; /* bytes of it that every thread has */
};

/* The thread of p must exist and its offset must be at least UPCR_STATIC_BASE. */
struct upcr_where upcr_where_is(upcr_pts_t p);

/* The same without the objects of other nodes that the thread remembers. */
struct upcr_where upcr_where_is_now(upcr_pts_t p);

/* True if the place is in a block that was freed. */
bool upcr_where_is_freed(const struct upcr_where *where);

/* True where unchecked units may have unknown objects. */
bool upcr_where_unknown(upcr_pts_t p);
void upcr_where_create(bool all_units_checked);

/* Describes the object: "shared [2] int a[10], declared at x.upc:3". Returns text. */
const char *upcr_where_describe(const struct upcr_where *where, char *text, size_t size);

/* Ends the job because p's thread or the start of its segment cannot be. */
_Noreturn void upcr_where_report_pointer(upcr_pts_t p, const char *what);

#endif
