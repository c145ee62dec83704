/* SPDX-License-Identifier: Apache-2.0 */
/* Checked accesses and their places (upcc -g; docs/checks.md). */
#pragma GCC system_header
#ifndef UPCR_CHECK_INLINE_H
#define UPCR_CHECK_INLINE_H

#define upcr_inline_ static __inline__ __attribute__((always_inline, unused))

/* While the place is set, messages of the runtime name it, and library functions check their
 * arguments. Places nest: leaving the block of the returned object restores the previous one. */
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

/* The object that an access found last, by the place of the access in its unit (docs/checks.md). It
 * is valid while the word at `life` is `alive`: the word of a block changes when the block is freed
 * and when its memory is reused. The program's own synchronisation orders the free before or after
 * the access, so a relaxed read suffices. */
struct upcr_seen {
  unsigned long n;     /* bytes of the access; 0: no object is remembered */
  unsigned long mask;  /* compared bits of a pointer: all, or those of the offset if all threads
                        * have so many bytes */
  unsigned long start; /* of the object, under the mask */
  unsigned long room;  /* greatest distance from the start at which an access may begin */
  unsigned long limit; /* the greatest pointer into a thread of the job */
  const unsigned long *life;
  unsigned long alive;
};

enum { UPCR_SEEN_SITES = 128 }; /* sites of a unit that are this far apart share one */
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
