/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of subscripts and of pointers-to-shared as values (UPC 6.4.2, 6.4.3). */
#include "../base/log.h"
#include "check.h"

#define AT_PLACE                                                                                   \
  struct upcr_site before __attribute__((cleanup(upcr_site_leave))) = upcr_site_enter(file, line)

void upcr_check_index_fail(long i, long count, const char *array, const char *file, int line) {
  AT_PLACE;
  upcr_fatal("subscript %ld of %s is outside 0 to %ld", i, array, count - 1);
}

upcr_ppts_t upcr_check_phase(upcr_ppts_t p, unsigned long block_size, const char *file, int line) {
  AT_PLACE;
  if (p.phase >= block_size)
    upcr_fatal("a generic pointer-to-shared of phase %lu becomes one of block size %lu (UPC 6.4.3)",
               p.phase, block_size);
  return p;
}

_Noreturn static void report_difference(upcr_pts_t a, upcr_pts_t b, const char *why) {
  upcr_fatal("two pointers-to-shared are subtracted or compared that %s: thread %lu, offset %#lx, "
             "and thread %lu, offset "
             "%#lx (UPC 6.4.2)",
             why, upcr_thread(a), upcr_pts_offset(a), upcr_thread(b), upcr_pts_offset(b));
}

long upcr_check_diff0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size, const char *file,
                      int line) {
  AT_PLACE;
  if (upcr_thread(a) != upcr_thread(b))
    report_difference(a, b, "are indefinite and on two threads");
  long elems = upcr_diff0(a, b, elem_size);
  if (upcr_add0(b, elems * (long)elem_size) != a)
    report_difference(a, b, "are no whole number of elements apart");
  return elems;
}

long upcr_check_diff1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size, const char *file,
                      int line) {
  AT_PLACE;
  long elems = upcr_diff1(a, b, elem_size);
  if (upcr_add1(b, elems, elem_size) != a)
    report_difference(a, b, "are no whole number of elements apart");
  return elems;
}

long upcr_check_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
                      unsigned long elem_size, const char *file, int line) {
  AT_PLACE;
  long elems = upcr_diffb(a, b, block_size, elem_size);
  upcr_ppts_t moved = upcr_addb(b, elems, block_size, elem_size);
  if (moved.p != a.p || moved.phase != a.phase)
    report_difference(a.p, b.p, "no number of elements takes one to the other");
  return elems;
}
