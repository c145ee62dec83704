/* Shared string functions (UPC 7.2.5): each shared argument is n bytes in one thread's memory. With n = 0 nothing is read or
 * written, and the pointers may be null: what is called here looks at n. */
#include <string.h>

#include "../base/log.h"
#include "../check/check.h"
#include "copy.h"
#include "library.h"

/* 7.2.5.1p4, where checked code calls. */
static void check_copy(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  upcr_check_argument(src, n, "read");
  upcr_check_argument(dst, n, "write");
  if (upcr_check_on() && upcr_check_overlap(src, n, dst, n) != 0)
    upcr_fatal("copy of %zu bytes between objects that overlap by %lu bytes (UPC 7.2.5)", n,
               upcr_check_overlap(src, n, dst, n));
}

void upc_memcpy(upcr_ppts_t dst, upcr_ppts_t src, size_t n) {
  check_copy(dst.p, src.p, n);
  char *to = upcr_near(dst.p), *from = upcr_near(src.p);
  if (__builtin_expect(to && from, 1))
    memcpy(to, from, n);
  else
    upcr_far_copy(dst.p, src.p, n);
}

void upc_memget(void *restrict dst, upcr_ppts_t src, size_t n) {
  upcr_check_argument(src.p, n, "read");
  upcr_getb(dst, src.p, n);
}

void upc_memput(upcr_ppts_t dst, const void *restrict src, size_t n) {
  upcr_check_argument(dst.p, n, "write");
  upcr_putb(dst.p, src, n);
}

void upc_memset(upcr_ppts_t dst, int c, size_t n) {
  upcr_check_argument(dst.p, n, "write");
  char *to = upcr_near(dst.p);
  if (to)
    memset(to, c, n);
  else
    upcr_far_set(dst.p, c, n);
}
