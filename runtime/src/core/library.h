/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the UPC headers as C sees them: a generic pointer-to-shared is upcr_ppts_t by
 * value, upc_lock_t * and other pointers to shared incomplete types are upcr_pts_t. Documented in
 * runtime/include and UPC section 7. */
#ifndef UPCR_CORE_LIBRARY_H
#define UPCR_CORE_LIBRARY_H

#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

_Noreturn void upc_global_exit(int status); /* boot/ */

upcr_ppts_t upc_global_alloc(size_t nblocks, size_t nbytes);
upcr_ppts_t upc_all_alloc(size_t nblocks, size_t nbytes);
upcr_ppts_t upc_alloc(size_t nbytes);
upcr_ppts_t upc_local_alloc(size_t nblocks, size_t nbytes);
void upc_free(upcr_ppts_t ptr);
void upc_all_free(upcr_ppts_t ptr);

size_t upc_threadof(upcr_ppts_t ptr);
size_t upc_phaseof(upcr_ppts_t ptr);
upcr_ppts_t upc_resetphase(upcr_ppts_t ptr);
size_t upc_addrfield(upcr_ppts_t ptr);
size_t upc_affinitysize(size_t totalsize, size_t nbytes, size_t threadid);

upcr_pts_t upc_global_lock_alloc(void);
upcr_pts_t upc_all_lock_alloc(void);
void upc_lock_free(upcr_pts_t ptr);
void upc_all_lock_free(upcr_pts_t ptr);
void upc_lock(upcr_pts_t ptr);
int upc_lock_attempt(upcr_pts_t ptr);
void upc_unlock(upcr_pts_t ptr);

void upc_memcpy(upcr_ppts_t dst, upcr_ppts_t src, size_t n);
void upc_memget(void *restrict dst, upcr_ppts_t src, size_t n);
void upc_memput(upcr_ppts_t dst, const void *restrict src, size_t n);
void upc_memset(upcr_ppts_t dst, int c, size_t n);

uint64_t upc_ticks_now(void);
uint64_t upc_ticks_to_ns(uint64_t ticks);

void *upc_cast(upcr_ppts_t ptr);
struct upcr_thread_info {
  int guaranteedCastable, probablyCastable;
};
struct upcr_thread_info upc_thread_info(size_t threadId);

upcr_pts_t upc_all_atomicdomain_alloc(int type, int ops, int hints);
void upc_all_atomicdomain_free(upcr_pts_t ptr);
void upc_atomic_strict(upcr_pts_t domain, void *restrict fetch_ptr, int op, upcr_ppts_t target,
                       const void *restrict operand1, const void *restrict operand2);
void upc_atomic_relaxed(upcr_pts_t domain, void *restrict fetch_ptr, int op, upcr_ppts_t target,
                        const void *restrict operand1, const void *restrict operand2);
int upc_atomic_isfast(int type, int ops, upcr_ppts_t addr);

unsigned long upc_memcpy_nb(upcr_ppts_t dst, upcr_ppts_t src, size_t n);
unsigned long upc_memget_nb(void *restrict dst, upcr_ppts_t src, size_t n);
unsigned long upc_memput_nb(upcr_ppts_t dst, const void *restrict src, size_t n);
unsigned long upc_memset_nb(upcr_ppts_t dst, int c, size_t n);
void upc_memcpy_nbi(upcr_ppts_t dst, upcr_ppts_t src, size_t n);
void upc_memget_nbi(void *restrict dst, upcr_ppts_t src, size_t n);
void upc_memput_nbi(upcr_ppts_t dst, const void *restrict src, size_t n);
void upc_memset_nbi(upcr_ppts_t dst, int c, size_t n);
int upc_sync_attempt(unsigned long handle);
void upc_sync(unsigned long handle);
int upc_synci_attempt(void);
void upc_synci(void);

void upc_all_broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags);
void upc_all_scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags);
void upc_all_gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags);
void upc_all_gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags);
void upc_all_exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags);
void upc_all_sort(upcr_ppts_t A, size_t elem_size, size_t nelems, size_t blk_size,
                  int (*func)(upcr_ppts_t, upcr_ppts_t), int flags);
void upc_all_permute(upcr_ppts_t dst, upcr_ppts_t src, upcr_pts_t perm, size_t nbytes, int flags);

void upcx_all_reduce_all(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                         int flags);
void upcx_all_reduce_scatter(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                             int flags);
void upcx_all_reduce_vector(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                            int flags);

/* The formatter does not settle on such lists. */
/* clang-format off */
#define UPCR_REDUCTIONS_(X) \
  X(C, signed char) X(UC, unsigned char) X(S, short) X(US, unsigned short) X(I, int) \
  X(UI, unsigned int) X(L, long) X(UL, unsigned long) X(F, float) X(D, double) X(LD, long double)
/* clang-format on */
#define UPCR_DECLARE_(suffix, type)                                                                \
  void upc_all_reduce##suffix(upcr_ppts_t dst, upcr_ppts_t src, int op, size_t nelems,             \
                              size_t blk_size, type (*func)(type, type), int flags);               \
  void upc_all_prefix_reduce##suffix(upcr_ppts_t dst, upcr_ppts_t src, int op, size_t nelems,      \
                                     size_t blk_size, type (*func)(type, type), int flags);
UPCR_REDUCTIONS_(UPCR_DECLARE_)
#undef UPCR_DECLARE_
#undef UPCR_REDUCTIONS_

#endif
