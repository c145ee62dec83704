/* SPDX-License-Identifier: Apache-2.0 */
#include "conduit_blob.h"

#include <string.h>

void upcr_blob_write(struct upcr_blob *blob, const void *bytes, size_t n) {
  if ((size_t)(blob->end - blob->at) < n)
    blob->full = true;
  if (blob->full || n == 0)
    return;
  memcpy(blob->at, bytes, n);
  blob->at += n;
}

const void *upcr_blob_read(struct upcr_blob *blob, size_t n) {
  if ((size_t)(blob->end - blob->at) < n) {
    blob->full = true;
    return 0;
  }
  blob->at += n;
  return blob->at - n;
}

/* Seven bits a byte, the lowest first; the eighth says that more follow. */
void upcr_blob_write_number(struct upcr_blob *blob, uint64_t number) {
  do {
    unsigned char byte = (unsigned char)((number & 127) | (number > 127 ? 128 : 0));
    upcr_blob_write(blob, &byte, 1);
    number >>= 7;
  } while (number);
}

uint64_t upcr_blob_read_number(struct upcr_blob *blob) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const unsigned char *byte = upcr_blob_read(blob, 1);
    if (!byte)
      return 0;
    number |= (uint64_t)(*byte & 127) << shift;
    if (!(*byte & 128))
      break;
  }
  return number;
}

/* Signed numbers, small ones in either direction as small numbers: 0, -1, 1, -2 become 0, 1, 2, 3.
 */
static uint64_t fold(uint64_t number) { return number << 1 ^ (uint64_t) - (int64_t)(number >> 63); }
static uint64_t unfold(uint64_t number) { return number >> 1 ^ (uint64_t) - (int64_t)(number & 1); }

/* The second difference of a sequence of numbers. */
void upcr_blob_write_numbers(struct upcr_blob *blob, const uint64_t *numbers, int count) {
  uint64_t last = 0, step = 0;
  for (int i = 0; i < count; i++) {
    uint64_t now = numbers[i] - last;
    upcr_blob_write_number(blob, fold(now - step));
    step = i == 0 ? 0 : now;
    last = numbers[i];
  }
}

void upcr_blob_read_numbers(struct upcr_blob *blob, uint64_t *numbers, int count) {
  uint64_t last = 0, step = 0;
  for (int i = 0; i < count; i++) {
    uint64_t now = unfold(upcr_blob_read_number(blob)) + step;
    numbers[i] = last + now;
    step = i == 0 ? 0 : now;
    last = numbers[i];
  }
}
