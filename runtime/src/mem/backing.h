/* SPDX-License-Identifier: Apache-2.0 */
/* The job's shared memory: its kind, its limit and its page size. It has no name once it is
 * mapped, so a job leaves nothing behind however it dies. */
#ifndef UPCR_MEM_BACKING_H
#define UPCR_MEM_BACKING_H

#include <stddef.h>
#include <stdint.h>

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
 * caller; pages are allocated when first touched, but those of the first `needed` bytes at once if
 * the file system could lack room later. Returns 0, or -1 after writing cause and remedy to
 * err[errlen]; then start may be mapped or not. */
int upcr_backing_map(const struct upcr_backing *backing, void *start, size_t bytes, size_t needed,
                     char *err, size_t errlen);

/* Writes to out[n] the reason why a page of the job's memory could not be allocated (SIGBUS), and a
 * remedy. */
void upcr_backing_ran_out(const struct upcr_backing *backing, char *out, size_t n);

struct upcr_memory_limit {
  uint64_t bytes;
  const char *source; /* "physical memory" or "control group limit" */
};

/* The smaller of physical memory and the limits of the control groups (versions 1 and 2) around
 * this process. */
struct upcr_memory_limit upcr_memory_limit(void);

enum upcr_huge_kind { UPCR_HUGE_NONE, UPCR_HUGE_TRANSPARENT, UPCR_HUGE_POOL };

struct upcr_huge {
  enum upcr_huge_kind kind;
  size_t bytes;   /* of a page from the pool, a power of two */
  char note[200]; /* for people: why the request was not met, or "" */
};

/* Reads "no" (also 0 and ""), "transparent", or the size of pages in the system's pool ("2M",
 * "1G"). Returns 0, or -1 after writing why to err[errlen]. If the system has no such pool, kind
 * becomes NONE, with a note. */
int upcr_huge_parse(struct upcr_huge *huge, const char *text, char *err, size_t errlen);

/* Bytes of heap in the pool for each of `threads`, a multiple of the page. */
size_t upcr_huge_pool_share(const struct upcr_huge *huge, size_t threads);

/* Asks for transparent huge pages in [start, start + bytes). On failure kind becomes NONE, with a
 * note. */
void upcr_huge_advise(struct upcr_huge *huge, void *start, size_t bytes);

/* Maps pages of the pool over [first + t * stride, + bytes) for t in 0..count-1, all multiples of
 * the page. On failure kind becomes NONE, with a note; ranges that got such pages by then keep
 * them. */
void upcr_huge_map_pool(struct upcr_huge *huge, char *first, size_t stride, size_t bytes,
                        size_t count);

/* The pages cannot be used: kind becomes NONE, and `fmt` the note. */
void upcr_huge_refuse(struct upcr_huge *huge, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
