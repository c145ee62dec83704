/* SPDX-License-Identifier: Apache-2.0 */
/* What the job's shared memory is made of. Whatever the kind, it has no name once it is mapped:
 * nothing is left behind however the job dies. */
#ifndef UPCR_MEM_BACKING_H
#define UPCR_MEM_BACKING_H

#include <stddef.h>

#include "limits.h"

enum upcr_backing_kind {
  UPCR_BACKING_MEMFD,
  UPCR_BACKING_POSIX,
  UPCR_BACKING_SYSV,
  UPCR_BACKING_FILE
};

struct upcr_backing {
  enum upcr_backing_kind kind;
  const char *folder; /* of a file */
};

/* Reads "memfd" (also 0 and ""), "posix", "sysv" or "file:FOLDER". Returns 0, or -1 after writing
 * why to err[errlen]. */
int upcr_backing_parse(struct upcr_backing *backing, const char *text, char *err, size_t errlen);

/* The memory that the kind can give, at most that of the machine (upcr_memory_limit). */
struct upcr_memory_limit upcr_backing_limit(const struct upcr_backing *backing);

/* Maps `bytes` of zeroed shared memory over the addresses at start, which are reserved by the
 * caller; pages are taken when first touched, those of the first `needed` bytes at once where the
 * file system could lack room later. Returns 0, or -1 after writing cause and remedy to
 * err[errlen]; then start may be mapped or not. */
int upcr_backing_map(const struct upcr_backing *backing, void *start, size_t bytes, size_t needed,
                     char *err, size_t errlen);

/* Writes to out[n] what a page of the job's memory that cannot be had (SIGBUS) means, and what to
 * do. */
void upcr_backing_ran_out(const struct upcr_backing *backing, char *out, size_t n);

#endif
