/* Which object a pointer-to-shared points into, and the messages about one that does not. */
#ifndef UPCR_CHECK_WHERE_H
#define UPCR_CHECK_WHERE_H

#include <stdbool.h>
#include <upcr/upcr.h>

#include "blocks.h"
#include "objects.h"

/* The object at or before a place: at most one of the two pointers is set. */
struct upcr_where {
  const struct upcr_object *object;
  const struct upcr_block *block;
  unsigned long into;   /* bytes from the start of the thread's part of it */
  unsigned long part;   /* bytes of it that the thread has */
  unsigned long common; /* bytes of it that every thread has */
  uint64_t life;        /* of the block, when it was found */
};

/* The thread of p must exist and its offset must be at least UPCR_STATIC_BASE. */
struct upcr_where upcr_where_is(upcr_pts_t p);

bool upcr_where_is_freed(const struct upcr_where *where);

/* Where unchecked units may have objects of which nothing is known. */
bool upcr_where_unknown(upcr_pts_t p);
void upcr_where_create(bool all_units_checked);

/* The heap, numbered as in blocks.h, in which p's offset is; -1: in none. */
int upcr_heap_of(upcr_pts_t p);

/* Writes what is known of the object: "shared [2] int a[10], declared at x.upc:3". Returns text. */
const char *upcr_where_describe(const struct upcr_where *where, char *text, size_t size);

/* Ends the job because p's thread or the start of its segment cannot be. */
_Noreturn void upcr_where_report_pointer(upcr_pts_t p, const char *what);

#endif
