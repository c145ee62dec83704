/* SPDX-License-Identifier: Apache-2.0 */
/* bupc_all_reduce_all: upc_all_reduce, whose result goes to every thread's part of dst. */
#include <upc_types.h>

#include "../coll/call.h"
#include "../core/library.h"
#include "bupc_library.h"

enum { IN_MODES = UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC };

static upcr_ppts_t part(upcr_ppts_t dst, int thread) {
  return upcr_pp(upcr_pts_make((unsigned long)thread, upcr_pts_offset(dst.p)), 0);
}

static int reduce_flags(int flags) { return (flags & IN_MODES) | UPC_OUT_ALLSYNC; }

/* Thread 0 has the result. */
static void share(upcr_ppts_t dst, size_t size, int flags) {
  if (upcr_self.mythread != 0)
    upc_memcpy(part(dst, upcr_self.mythread), part(dst, 0), size);
  upcr_bracket_end(UPCR_ALL_REDUCE, flags, upcr_digest(0, dst.p));
}

#define REDUCE_ALL(suffix, type)                                                                   \
  UPCR_EXTENSION void bupc_all_reduce_all##suffix(upcr_ppts_t dst, upcr_ppts_t src, int op,        \
                                                  size_t nelems, size_t blk_size,                  \
                                                  type (*func)(type, type), int flags);            \
  void bupc_all_reduce_all##suffix(upcr_ppts_t dst, upcr_ppts_t src, int op, size_t nelems,        \
                                   size_t blk_size, type (*func)(type, type), int flags) {         \
    upc_all_reduce##suffix(part(dst, 0), src, op, nelems, blk_size, func, reduce_flags(flags));    \
    share(dst, sizeof(type), flags);                                                               \
  }
REDUCE_ALL(C, signed char)
REDUCE_ALL(UC, unsigned char)
REDUCE_ALL(S, short)
REDUCE_ALL(US, unsigned short)
REDUCE_ALL(I, int)
REDUCE_ALL(UI, unsigned)
REDUCE_ALL(L, long)
REDUCE_ALL(UL, unsigned long)
REDUCE_ALL(F, float)
REDUCE_ALL(D, double)
REDUCE_ALL(LD, long double)
