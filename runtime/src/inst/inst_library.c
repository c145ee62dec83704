/* SPDX-License-Identifier: Apache-2.0 */
/* Allocation and string functions. */
#include "notify.h"

upcr_ppts_t upcr_inst_upc_global_alloc(const char *file, int line, size_t nblocks, size_t nbytes) {
  NOTIFY(GASP_UPC_GLOBAL_ALLOC, GASP_START, nblocks, nbytes);
  upcr_ppts_t p = upc_global_alloc(nblocks, nbytes);
  NOTIFY(GASP_UPC_GLOBAL_ALLOC, GASP_END, nblocks, nbytes, &p);
  return p;
}

upcr_ppts_t upcr_inst_upc_all_alloc(const char *file, int line, size_t nblocks, size_t nbytes) {
  NOTIFY(GASP_UPC_ALL_ALLOC, GASP_START, nblocks, nbytes);
  upcr_ppts_t p = upc_all_alloc(nblocks, nbytes);
  NOTIFY(GASP_UPC_ALL_ALLOC, GASP_END, nblocks, nbytes, &p);
  return p;
}

upcr_ppts_t upcr_inst_upc_alloc(const char *file, int line, size_t nbytes) {
  NOTIFY(GASP_UPC_ALLOC, GASP_START, nbytes);
  upcr_ppts_t p = upc_alloc(nbytes);
  NOTIFY(GASP_UPC_ALLOC, GASP_END, nbytes, &p);
  return p;
}

void upcr_inst_upc_free(const char *file, int line, upcr_ppts_t ptr) {
  AROUND(GASP_UPC_FREE, upc_free(ptr), &ptr);
}

void upcr_inst_upc_all_free(const char *file, int line, upcr_ppts_t ptr) {
  AROUND(GASP_UPC_FREE, upc_all_free(ptr), &ptr);
}

void upcr_inst_upc_memcpy(const char *file, int line, upcr_ppts_t dst, upcr_ppts_t src, size_t n) {
  AROUND(GASP_UPC_MEMCPY, upc_memcpy(dst, src, n), &dst, &src, n);
}

void upcr_inst_upc_memget(const char *file, int line, void *dst, upcr_ppts_t src, size_t n) {
  AROUND(GASP_UPC_MEMGET, upc_memget(dst, src, n), dst, &src, n);
}

void upcr_inst_upc_memput(const char *file, int line, upcr_ppts_t dst, const void *src, size_t n) {
  AROUND(GASP_UPC_MEMPUT, upc_memput(dst, src, n), &dst, src, n);
}

void upcr_inst_upc_memset(const char *file, int line, upcr_ppts_t dst, int c, size_t n) {
  AROUND(GASP_UPC_MEMSET, upc_memset(dst, c, n), &dst, c, n);
}

/* Collectives. */

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
