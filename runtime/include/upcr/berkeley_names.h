/* SPDX-License-Identifier: Apache-2.0 */
/* The additional declarations of Berkeley's <upc.h>: the transfers of <upc_nb.h>. Part of <upc.h>.
 *
 * These names are not UPC's without <upc_nb.h>: a declaration of the program's own takes the place
 * of the one here, so the functions are declared without the typedef, and the constant is no macro,
 * which could not be defined twice. A program that has macros of these names before <upc.h> gets
 * nothing. */
#pragma GCC system_header
#pragma upc upc_code
#if !defined UPCR_BERKELEY_NAMES_H && !defined UPC_NB_H && !defined upc_handle_t &&                \
    !defined UPC_COMPLETE_HANDLE && !defined upc_memcpy_nb && !defined upc_memget_nb &&            \
    !defined upc_memput_nb && !defined upc_memset_nb && !defined upc_memcpy_nbi &&                 \
    !defined upc_memget_nbi && !defined upc_memput_nbi && !defined upc_memset_nbi &&               \
    !defined upc_sync && !defined upc_sync_attempt && !defined upc_synci &&                        \
    !defined upc_synci_attempt
#define UPCR_BERKELEY_NAMES_H

typedef unsigned long upc_handle_t;
enum { UPC_COMPLETE_HANDLE = 0 };

unsigned long upc_memcpy_nb(shared void *__restrict dst, shared const void *__restrict src,
                            __SIZE_TYPE__ n);
unsigned long upc_memget_nb(void *__restrict dst, shared const void *__restrict src,
                            __SIZE_TYPE__ n);
unsigned long upc_memput_nb(shared void *__restrict dst, const void *__restrict src,
                            __SIZE_TYPE__ n);
unsigned long upc_memset_nb(shared void *dst, int c, __SIZE_TYPE__ n);
void upc_memcpy_nbi(shared void *__restrict dst, shared const void *__restrict src,
                    __SIZE_TYPE__ n);
void upc_memget_nbi(void *__restrict dst, shared const void *__restrict src, __SIZE_TYPE__ n);
void upc_memput_nbi(shared void *__restrict dst, const void *__restrict src, __SIZE_TYPE__ n);
void upc_memset_nbi(shared void *dst, int c, __SIZE_TYPE__ n);
int upc_sync_attempt(unsigned long handle);
void upc_sync(unsigned long handle);
int upc_synci_attempt(void);
void upc_synci(void);

#endif
