/* SPDX-License-Identifier: Apache-2.0 */
/* Larger pages for the shared heaps. */
#ifndef UPCR_MEM_HUGE_H
#define UPCR_MEM_HUGE_H

#include <stddef.h>

enum upcr_huge_kind { UPCR_HUGE_NONE, UPCR_HUGE_TRANSPARENT, UPCR_HUGE_POOL };

struct upcr_huge {
  enum upcr_huge_kind kind;
  size_t bytes;   /* of a page from the pool, a power of two */
  char note[200]; /* why it is not as asked for, "" if it is; for people */
};

/* Reads "no" (also 0 and ""), "transparent", or the size of pages in the system's pool ("2M",
 * "1G"). Returns 0, or -1 after writing why to err[errlen]. A pool that the system does not have
 * leaves kind NONE, with a note. */
int upcr_huge_parse(struct upcr_huge *huge, const char *text, char *err, size_t errlen);

/* Bytes of heap that the pool has for each of `threads`, a multiple of the page. */
size_t upcr_huge_pool_share(const struct upcr_huge *huge, size_t threads);

/* Asks for transparent huge pages in [start, start + bytes). On failure kind becomes NONE, with a
 * note. */
void upcr_huge_advise(struct upcr_huge *huge, void *start, size_t bytes);

/* Maps pages of the pool over [first + t * stride, + bytes) for t in 0..count-1, all multiples of
 * the page. On failure kind becomes NONE, with a note; ranges that got such pages by then keep
 * them. */
void upcr_huge_map_pool(struct upcr_huge *huge, char *first, size_t stride, size_t bytes,
                        size_t count);

/* The pages do not do as asked: kind becomes NONE. */
void upcr_huge_refuse(struct upcr_huge *huge, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
