/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers by the name under which the program called them: of <upc_nb.h>, <bupc_extensions.h> and
 * the string functions (UPC 7.2.5). `function` begins a message about a wrong argument. */
#ifndef UPCR_CORE_TRANSFER_H
#define UPCR_CORE_TRANSFER_H

#include <stddef.h>
#include <upcr/upcr.h>

void upcr_memcpy_as(const char *function, upcr_ppts_t dst, upcr_ppts_t src, size_t n);
void upcr_memget_as(const char *function, void *restrict dst, upcr_ppts_t src, size_t n);
void upcr_memput_as(const char *function, upcr_ppts_t dst, const void *restrict src, size_t n);
void upcr_memset_as(const char *function, upcr_ppts_t dst, int c, size_t n);

/* The same, which may return before the transfer is complete: handles for upc_sync, 0 if it is
 * complete. */
unsigned long upcr_memcpy_nb_as(const char *function, upcr_ppts_t dst, upcr_ppts_t src, size_t n);
unsigned long upcr_memget_nb_as(const char *function, void *restrict dst, upcr_ppts_t src,
                                size_t n);
unsigned long upcr_memput_nb_as(const char *function, upcr_ppts_t dst, const void *restrict src,
                                size_t n);
/* Without a handle: upc_synci waits for it. */
void upcr_memput_nbi_as(const char *function, upcr_ppts_t dst, const void *restrict src, size_t n);
unsigned long upcr_memset_nb_as(const char *function, upcr_ppts_t dst, int c, size_t n);

#endif
