/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled in several dialects with every warning: what generated code includes must be silent, and
 * the user's headers must be C once `shared` means nothing. */
#ifdef TEST_USER_HEADERS
#define shared
#include <upc_strict.h>

#include <upc_relaxed.h>

#include <upc_atomic.h>
#include <upc_castable.h>
#include <upc_collective.h>
#include <upc_io.h>
#include <upc_nb.h>
#include <upc_tick.h>

#if UPC_ADD + UPC_PTS + UPC_DEC + UPC_FUNC + UPC_CASTABLE_ALL + UPC_OUT_NOSYNC + UPC_RDONLY == 0
#error "the constants are usable in #if"
#endif
#undef shared
upc_hint_t test_hint;
#endif

int test_sum(upcr_pts_t p, long n);
int test_sum(upcr_pts_t p, long n) {
  int sum = 0;
  long i;
  for (i = 0; i < n; i++)
    sum += upcr_get_i32(upcr_idx1(p, i, sizeof(int)));
  upcr_poll();
  return sum + upcr_mine_i(n);
}

upcr_ppts_t test_pointer(upcr_pts_t p, long i);
upcr_ppts_t test_pointer(upcr_pts_t p, long i) {
  upcr_fence();
  upcr_puts_pp(p, upcr_addb(upcr_gets_pp(p), i, 4, 8));
  return upcr_get_pp(p);
}
