/* SPDX-License-Identifier: Apache-2.0 */
/* Checked accesses and their places (upcc -g; docs/checks.md). */
#pragma GCC system_header
#ifndef UPCR_CHECK_INLINE_H
#define UPCR_CHECK_INLINE_H

#define upcr_inline_ static __inline__ __attribute__((always_inline, unused))

/* While the place is set, messages of the runtime name it, and library functions check what they
 * are given. Places nest: the one before comes back when the block of the returned object is left.
 */
upcr_inline_ struct upcr_site upcr_site_enter(const char *file, int line) {
  struct upcr_site before = {upcr_now.file, upcr_now.line};
  upcr_now.file = file;
  upcr_now.line = line;
  return before;
}

upcr_inline_ void upcr_site_leave(struct upcr_site *before) {
  upcr_now.file = before->file;
  upcr_now.line = before->line;
}

/* The object that an access found last, by where the access stands in its unit (docs/checks.md). It
 * is known as long as the word at `life` is `alive`: that of a block changes when it is freed and
 * when its memory becomes another's. The thread that frees is ordered before or after the access by
 * the program's own synchronization, so a relaxed read suffices. */
struct upcr_seen {
  unsigned long n;     /* bytes of the access; 0: nothing is known */
  unsigned long mask;  /* bits of a pointer that are compared: all, or those of the offset where all
                          threads have so many bytes */
  unsigned long start; /* of the object, under the mask */
  unsigned long room;  /* how far behind the start an access may begin */
  unsigned long limit; /* the greatest pointer into a thread of the job */
  const unsigned long *life;
  unsigned long alive;
};

enum { UPCR_SEEN_SITES = 128 }; /* sites of a unit that far apart share one */
extern __thread struct upcr_seen upcr_seen[UPCR_SEEN_SITES]
    __attribute__((tls_model("initial-exec")));

upcr_inline_ upcr_pts_t upcr_check_access(upcr_pts_t p, unsigned long n, unsigned long align,
                                          int kind, unsigned site, const char *file, int line) {
  const struct upcr_seen *seen = &upcr_seen[site % UPCR_SEEN_SITES];
  if (n != 0 && __builtin_expect(seen->n != n || (p & seen->mask) - seen->start > seen->room ||
                                     p > seen->limit || (p & (align - 1)) != 0 ||
                                     __atomic_load_n(seen->life, __ATOMIC_RELAXED) != seen->alive,
                                 0))
    upcr_check_find(p, n, align, kind, site, file, line);
  return p;
}

upcr_inline_ long upcr_check_index(long i, long count, int past, const char *array,
                                   const char *file, int line) {
  if (__builtin_expect((unsigned long)i >= (unsigned long)(count + past), 0))
    upcr_check_index_fail(i, count, array, file, line);
  return i;
}

#undef upcr_inline_

#endif
