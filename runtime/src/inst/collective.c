/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives. */
#include "notify.h"

#define MOVE(name, tag)                                                                            \
  void upcr_inst_##name(const char *file, int line, upcr_ppts_t dst, upcr_ppts_t src,              \
                        size_t nbytes, int flags) {                                                \
    AROUND(tag, name(dst, src, nbytes, flags), &dst, &src, nbytes, flags);                         \
  }
MOVE(upc_all_broadcast, GASP_UPC_ALL_BROADCAST)
MOVE(upc_all_scatter, GASP_UPC_ALL_SCATTER)
MOVE(upc_all_gather, GASP_UPC_ALL_GATHER)
MOVE(upc_all_gather_all, GASP_UPC_ALL_GATHER_ALL)
MOVE(upc_all_exchange, GASP_UPC_ALL_EXCHANGE)

void upcr_inst_upc_all_permute(const char *file, int line, upcr_ppts_t dst, upcr_ppts_t src,
                               upcr_pts_t perm, size_t nbytes, int flags) {
  AROUND(GASP_UPC_ALL_PERMUTE, upc_all_permute(dst, src, perm, nbytes, flags), &dst, &src, &perm,
         nbytes, flags);
}

#define REDUCTION(name, tag, T, type)                                                              \
  void upcr_inst_##name(const char *file, int line, upcr_ppts_t dst, upcr_ppts_t src, int op,      \
                        size_t nelems, size_t blk_size, T (*func)(T, T), int flags) {              \
    AROUND(tag, name(dst, src, op, nelems, blk_size, func, flags), &dst, &src, op, nelems,         \
           blk_size, (void *)func, flags, type);                                                   \
  }
#define BOTH(X, T)                                                                                 \
  REDUCTION(upc_all_reduce##X, GASP_UPC_ALL_REDUCE, T, GASP_UPC_REDUCTION_##X)                     \
  REDUCTION(upc_all_prefix_reduce##X, GASP_UPC_ALL_PREFIX_REDUCE, T, GASP_UPC_REDUCTION_##X)
BOTH(C, signed char)
BOTH(UC, unsigned char)
BOTH(S, short)
BOTH(US, unsigned short)
BOTH(I, int)
BOTH(UI, unsigned)
BOTH(L, long)
BOTH(UL, unsigned long)
BOTH(F, float)
BOTH(D, double)
BOTH(LD, long double)
