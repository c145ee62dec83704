/* SPDX-License-Identifier: Apache-2.0 */
/* The executable: its loaded segments in memory, the file that they came from, and what relocation
 * changed of them. */
#ifndef UPCR_MEM_EXECUTABLE_H
#define UPCR_MEM_EXECUTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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
