/* SPDX-License-Identifier: Apache-2.0 */
/* Static shared data and large private statics: slots and initial values (docs/abi.md sections 3
 * to 5). */
#ifndef UPCR_MEM_STATICS_H
#define UPCR_MEM_STATICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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

/* The executable: its loaded segments in memory, the file that they came from, and what relocation
 * changed of them. */

/* Where an address of the executable comes from. */
enum upcr_origin {
  UPCR_ORIGIN_FILE,   /* from the file, but for relocated pages */
  UPCR_ORIGIN_ZERO,   /* zero before main: behind what the file holds */
  UPCR_ORIGIN_UNKNOWN /* not the executable's, or its relocations cannot be read */
};

/* *offset: of the address in the file, for UPCR_ORIGIN_FILE. Reads the headers and relocations at
 * the first call. */
enum upcr_origin upcr_executable_origin(const void *address, off_t *offset);

/* True if relocation changed the page at an address with UPCR_ORIGIN_FILE. */
bool upcr_executable_is_relocated(const void *page);

/* A descriptor of the file, close-on-exec; -1: it cannot be opened, or is not the running file. */
int upcr_executable_open(void);

/* Bytes of a page of the system. */
size_t upcr_page_bytes(void);

#endif
