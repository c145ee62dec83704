/* SPDX-License-Identifier: Apache-2.0 */
/* Shared string functions (UPC 7.2.5): each shared argument is n bytes in one thread's memory. With
 * n = 0 nothing is read or written, and the pointers may be null; the functions called here test n.
 */
#include <string.h>

#include "../base/log.h"
#include "../check/check.h"
#include "transfer.h"
#include "library.h"

/* The checks of UPC 7.2.5.1p4 for checked code. */
static void check_copy(const char *function, upcr_pts_t dst, upcr_pts_t src, size_t n) {
  upcr_check_argument(function, src, n, "read");
  upcr_check_argument(function, dst, n, "write");
  if (upcr_check_on() && upcr_check_overlap(src, n, dst, n) != 0)
    upcr_fatal("%s: copy of %zu bytes between objects that overlap by %lu bytes (UPC 7.2.5)",
               function, n, upcr_check_overlap(src, n, dst, n));
}

void upcr_memcpy_as(const char *function, upcr_ppts_t dst, upcr_ppts_t src, size_t n) {
  check_copy(function, dst.p, src.p, n);
  char *to = upcr_near(dst.p), *from = upcr_near(src.p);
  if (__builtin_expect(to && from, 1))
    memcpy(to, from, n);
  else
    upcr_far_copy(dst.p, src.p, n);
}

void upcr_memget_as(const char *function, void *restrict dst, upcr_ppts_t src, size_t n) {
  upcr_check_argument(function, src.p, n, "read");
  upcr_getb(dst, src.p, n);
}

void upcr_memput_as(const char *function, upcr_ppts_t dst, const void *restrict src, size_t n) {
  upcr_check_argument(function, dst.p, n, "write");
  if (upcr_may_hold(n))
    upcr_putb(dst.p, src, n);
  else
    upcr_far_put(dst.p, src, n);
}

void upcr_memset_as(const char *function, upcr_ppts_t dst, int c, size_t n) {
  upcr_check_argument(function, dst.p, n, "write");
  char *to = upcr_near(dst.p);
  if (to && upcr_may_hold(n))
    memset(to, c, n);
  else
    upcr_far_set(dst.p, c, n);
}

void upc_memcpy(upcr_ppts_t dst, upcr_ppts_t src, size_t n) {
  upcr_memcpy_as("upc_memcpy", dst, src, n);
}

void upc_memget(void *restrict dst, upcr_ppts_t src, size_t n) {
  upcr_memget_as("upc_memget", dst, src, n);
}

void upc_memput(upcr_ppts_t dst, const void *restrict src, size_t n) {
  upcr_memput_as("upc_memput", dst, src, n);
}

void upc_memset(upcr_ppts_t dst, int c, size_t n) { upcr_memset_as("upc_memset", dst, c, n); }
