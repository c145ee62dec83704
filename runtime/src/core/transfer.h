/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers by the name under which the program called them: of <upc_nb.h>, <bupc_extensions.h> and
 * the string functions (UPC 7.2.5). `function` begins a message about a wrong argument. */
#ifndef UPCR_CORE_TRANSFER_H
#define UPCR_CORE_TRANSFER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <upcr/upcr.h>

/* upc_memcpy and the like; complete on return. */
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

/* upc_sync and upc_sync_attempt. */
void upcr_sync_as(const char *function, unsigned long handle);
int upcr_sync_attempt_as(const char *function, unsigned long handle);

/* A handle of an operation that a layer above the core carries out; upc_sync and upc_sync_attempt
 * accept it. */

/* In every such handle, and in none of a transfer. */
#define UPCR_DEFERRED (1ul << 63)

struct upcr_deferred {
  /* Continues the operation. True once it is complete; the handle is then void. */
  bool (*test)(unsigned long handle);
  void (*wait)(unsigned long handle);
};

/* Set before the first such handle is given; 0: there is none. */
extern const struct upcr_deferred *_Atomic upcr_deferred;

/* True if [p, p + n) is in the static shared data or the heap of a segment. n >= 1. */
bool upcr_is_inside(upcr_pts_t p, unsigned long n);
/* Ends the job if it is not. */
void upcr_check_far(upcr_pts_t p, unsigned long n);
/* Ends the job: `what`, a function or an access, has n bytes, more than a thread's shared memory
 * or a negative number that has wrapped. */
_Noreturn void upcr_refuse_length(const char *what, unsigned long n);

/* Starts a copy of n >= 1 bytes, both far and checked with upcr_check_far; gives a handle of the
 * transport. On one thread they may overlap. */
unsigned long upcr_far_copy_nb(upcr_pts_t dst, upcr_pts_t src, unsigned long n);

#endif
