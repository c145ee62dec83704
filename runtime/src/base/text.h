/* SPDX-License-Identifier: Apache-2.0 */
/* Text of settings and messages: sizes in memory (64M, 1GB, 512KiB), plurals, numbered file names,
 * digests. */
#ifndef UPCR_BASE_TEXT_H
#define UPCR_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Reads text as a size in bytes: decimal digits, then nothing (the number counts default_unit
 * bytes) or one of B, K, M, G, T, the last four also followed by B or iB; upper or lower case;
 * powers of 1024. Blanks around are allowed, signs and fractions are not. Returns 0 and sets
 * *bytes, or -1 after writing to err[errlen] why text is no size (the value is named). */
int upcr_size_parse(const char *text, size_t default_unit, size_t *bytes, char *err, size_t errlen);

/* Writes bytes in the largest unit that divides it ("64M", "1000B"), 0 as "0". Needs n >= 24.
 * Returns out. */
char *upcr_size_format(size_t bytes, char *out, size_t n);

/* `pattern` with the number, of a thread or a process, for each %. free() it; 0: no memory. */
char *upcr_numbered_file(const char *pattern, int number);

/* The ending of a noun after the number n: "" for 1, else "s". */
static inline const char *upcr_plural(size_t n) { return n == 1 ? "" : "s"; }

/* What follows a number that is unsigned only in C, such as a length that wrapped below 0. */
static inline const char *upcr_negative(size_t n) {
  return (long)n < 0 ? " (a negative number)" : "";
}

/* FNV-1a of bytes[n], behind bytes of the digest `sum`; UPCR_DIGEST_START: none. */
#define UPCR_DIGEST_START UINT64_C(0xcbf29ce484222325)
uint64_t upcr_digest_bytes(uint64_t sum, const void *bytes, size_t n);

#endif
