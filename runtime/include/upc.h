/* SPDX-License-Identifier: Apache-2.0 */
/* <upc.h> (UPC 7.2). Does not change the strict/relaxed state of the includer.
 *
 * upcc includes the first part before every UPC source. It includes no header of the C library, and
 * sizes are __SIZE_TYPE__, so that the program gets no further declarations. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPCR_UPC_CORE
#define UPCR_UPC_CORE

/* Ends all threads of the job with this status, also waiting ones; streams are flushed (7.2.1). */
void upc_global_exit(int status) __attribute__((noreturn));

/* Allocation (7.2.2). Null when size is zero, its product overflows or the heap is full; contents
 * are unspecified. */
shared void *upc_global_alloc(__SIZE_TYPE__ nblocks, __SIZE_TYPE__ nbytes);
shared void *upc_all_alloc(__SIZE_TYPE__ nblocks, __SIZE_TYPE__ nbytes);
shared void *upc_alloc(__SIZE_TYPE__ nbytes);
/* Of UPC 1.1: upc_alloc(nblocks * nbytes). */
shared void *upc_local_alloc(__SIZE_TYPE__ nblocks, __SIZE_TYPE__ nbytes);
void upc_free(shared void *ptr);
void upc_all_free(shared void *ptr);

/* Parts of a pointer-to-shared (7.2.3). */
__SIZE_TYPE__ upc_threadof(shared const void *ptr);
__SIZE_TYPE__ upc_phaseof(shared const void *ptr);
shared void *upc_resetphase(shared const void *ptr);
__SIZE_TYPE__ upc_addrfield(shared const void *ptr);
__SIZE_TYPE__ upc_affinitysize(__SIZE_TYPE__ totalsize, __SIZE_TYPE__ nbytes,
                               __SIZE_TYPE__ threadid);

/* Locks (7.2.4). The allocators return null if the heap is full. */
typedef shared struct upcr_lock upc_lock_t;
upc_lock_t *upc_global_lock_alloc(void);
upc_lock_t *upc_all_lock_alloc(void);
void upc_lock_free(upc_lock_t *ptr);
void upc_all_lock_free(upc_lock_t *ptr);
void upc_lock(upc_lock_t *ptr);
int upc_lock_attempt(upc_lock_t *ptr);
void upc_unlock(upc_lock_t *ptr);

/* Shared string functions (7.2.5). */
void upc_memcpy(shared void *__restrict dst, shared const void *__restrict src, __SIZE_TYPE__ n);
void upc_memget(void *__restrict dst, shared const void *__restrict src, __SIZE_TYPE__ n);
void upc_memput(shared void *__restrict dst, const void *__restrict src, __SIZE_TYPE__ n);
void upc_memset(shared void *dst, int c, __SIZE_TYPE__ n);

#endif

#if !defined UPC_H && !defined UPCR_PREINCLUDE
#define UPC_H

#include <stddef.h>
#include <upc_types.h>

#include <bupc_extensions.h>

#include "upcr/berkeley_names.h"

#elif defined BUPC_USE_UPC_NAMESPACE && !defined UPCR_PREINCLUDE
#include "upcr/proposed_names.h"
#endif
