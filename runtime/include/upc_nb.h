/* SPDX-License-Identifier: Apache-2.0 */
/* <upc_nb.h> (UPC 7.9): non-blocking transfers. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPC_NB_H
#define UPC_NB_H

#include <stddef.h>

typedef unsigned long upc_handle_t;
#define UPC_COMPLETE_HANDLE ((upc_handle_t)0)

upc_handle_t upc_memcpy_nb(shared void *__restrict dst, shared const void *__restrict src,
                           size_t n);
upc_handle_t upc_memget_nb(void *__restrict dst, shared const void *__restrict src, size_t n);
upc_handle_t upc_memput_nb(shared void *__restrict dst, const void *__restrict src, size_t n);
upc_handle_t upc_memset_nb(shared void *dst, int c, size_t n);
void upc_memcpy_nbi(shared void *__restrict dst, shared const void *__restrict src, size_t n);
void upc_memget_nbi(void *__restrict dst, shared const void *__restrict src, size_t n);
void upc_memput_nbi(shared void *__restrict dst, const void *__restrict src, size_t n);
void upc_memset_nbi(shared void *dst, int c, size_t n);

int upc_sync_attempt(upc_handle_t handle);
void upc_sync(upc_handle_t handle);
int upc_synci_attempt(void);
void upc_synci(void);

#endif
