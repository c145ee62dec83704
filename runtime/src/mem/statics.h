/* SPDX-License-Identifier: Apache-2.0 */
/* Static shared data and large private statics: slots and initial values (docs/abi.md sections 3
 * to 5). */
#ifndef UPCR_MEM_STATICS_H
#define UPCR_MEM_STATICS_H

#include <stddef.h>
#include <stdint.h>

/* Turns the slots' link-time values into pointers-to-shared and block offsets; once a process
 * image, before any use. */
void upcr_slots_rebase(void);

/* Bytes of static shared data a thread owns, and of large private statics; valid after
 * upcr_slots_rebase. */
uint64_t upcr_static_shared_bytes(void);
uint64_t upcr_large_private_bytes(void);

/* Offset in each segment of the static shared object whose symbol has this link-time value; after
 * upcr_slots_rebase. */
uint64_t upcr_static_offset(uint64_t symbol);

/* Offsets in each segment at which the program's static shared objects begin, and at which the last
 * one ends: at least two, in no order, some several times. After upcr_slots_rebase. */
const volatile uint64_t *upcr_static_slots(size_t *count);

/* Calls the start-up records of the program in link order (section 4). */
void upcr_run_start_records(void);

#endif
