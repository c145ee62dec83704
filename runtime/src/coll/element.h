/* Copies by shared accesses of one element each. */
#ifndef UPCR_COLL_ELEMENT_H
#define UPCR_COLL_ELEMENT_H

#include <stddef.h>
#include <upcr/upcr.h>

/* Copies n bytes as a program's loop over an array does: in elements of 8, 4, 2 or 1 bytes, the largest of which n and both
 * addresses are multiples. */
void upcr_move_elements(upcr_pts_t dst, upcr_pts_t src, size_t n);

#endif
