/* SPDX-License-Identifier: Apache-2.0 */
/* Page 0 of each segment, which faults: a null pointer-to-shared points to thread 0's, and
 * arithmetic on it reaches the others. */
#ifndef UPCR_MEM_NULL_PAGE_H
#define UPCR_MEM_NULL_PAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Before fork: the pages that every process guards. */
void upcr_guard_job(void);

/* In the thread's process, before its main: the page of its own segment. */
void upcr_guard_thread(int thread);

/* A likely cause of a null pointer-to-shared on this thread, of this node: a line for the end of a
 * message, or "". Valid until the caller's next call. */
const char *upcr_null_hint(int thread);

/* The thread in whose segment an address of this process lies, and the offset. False: in none. */
bool upcr_place_of(const void *address, int *thread, size_t *offset);

/* Writes to out[n] the likely cause of thread `by` accessing an offset below all objects of
 * `thread`; "" if the offset is not below them. */
void upcr_explain_place(int by, int thread, size_t offset, char *out, size_t n);

#endif
