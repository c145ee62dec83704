/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a shared address at which no object can be, for messages. */
#ifndef UPCR_MEM_NO_OBJECT_H
#define UPCR_MEM_NO_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

/* The thread in whose segment an address of this process is, and the offset there. False: in none.
 */
bool upcr_place_of(const void *address, int *thread, size_t *offset);

/* Writes to out[n] how thread `by` gets to an offset below all objects of `thread`; "" if it is not
 * below them. */
void upcr_explain_place(int by, int thread, size_t offset, char *out, size_t n);

#endif
