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
