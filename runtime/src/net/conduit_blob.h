/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of an endpoint's address, written by one process and read by its peers: small numbers
 * take one byte, so that the bases and keys of many regions fit into UPCR_CONDUIT_ADDRESS_MAX. */
#ifndef UPCR_NET_CONDUIT_BLOB_H
#define UPCR_NET_CONDUIT_BLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writing advances `at`; what does not fit any more is dropped, and `full` says so. Reading past
 * the end gives zeros. */
struct upcr_blob {
  unsigned char *at, *end;
  bool full;
};

/* Write n bytes, and a number in 1 to 10 bytes. */
void upcr_blob_write(struct upcr_blob *blob, const void *bytes, size_t n);
void upcr_blob_write_number(struct upcr_blob *blob, uint64_t number);
/* Numbers that grow by the same step, such as addresses of segments, take a byte each from the
 * third on. */
void upcr_blob_write_numbers(struct upcr_blob *blob, const uint64_t *numbers, int count);

/* The next n bytes, inside the blob; 0 if there are fewer. */
const void *upcr_blob_read(struct upcr_blob *blob, size_t n);
uint64_t upcr_blob_read_number(struct upcr_blob *blob);
void upcr_blob_read_numbers(struct upcr_blob *blob, uint64_t *numbers, int count);

#endif
