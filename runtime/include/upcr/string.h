/* SPDX-License-Identifier: Apache-2.0 */
/* Inline versions of the shared string functions (UPC 7.2.5), for code without run-time checks: for
 * near memory they call the C library's function, which the C compiler optimises for constant
 * sizes. Calls through pointers and checked code use the library. */
#pragma GCC system_header
#ifndef UPCR_STRING_H
#define UPCR_STRING_H

#define upcr_inline_ static __inline__ __attribute__((always_inline, unused))

/* With n = 0 the pointers may be null (7.2.5), but C compilers assume that arguments of memcpy are
 * not. So if n may be 0 they get an opaque copy of the pointer, and UndefinedBehaviorSanitizer does
 * not check it. */
#define upcr_null_if_empty_ __attribute__((no_sanitize("nonnull-attribute")))

upcr_inline_ void *upcr_string_argument_(const void *at, unsigned long n) {
  void *copy = (void *)at;
  if (!__builtin_constant_p(n) || n == 0)
    __asm__("" : "+r"(copy));
  return copy;
}

upcr_null_if_empty_ upcr_inline_ void upcr_memget(void *dst, upcr_ppts_t src, unsigned long n) {
  char *from = upcr_near(src.p);
  if (__builtin_expect(from != 0, 1))
    __builtin_memcpy(upcr_string_argument_(dst, n), from, n);
  else
    upcr_far_get(dst, src.p, n);
}

upcr_null_if_empty_ upcr_inline_ void upcr_memput(upcr_ppts_t dst, const void *src,
                                                  unsigned long n) {
  char *to = upcr_near(dst.p);
  if (__builtin_expect(to != 0 && upcr_may_hold(n), 1))
    __builtin_memcpy(to, upcr_string_argument_(src, n), n);
  else
    upcr_far_put(dst.p, src, n);
}

upcr_inline_ void upcr_memcpy(upcr_ppts_t dst, upcr_ppts_t src, unsigned long n) {
  char *to = upcr_near(dst.p), *from = upcr_near(src.p);
  if (__builtin_expect(to != 0 && from != 0, 1))
    __builtin_memcpy(to, from, n);
  else
    upcr_far_copy(dst.p, src.p, n);
}

upcr_inline_ void upcr_memset(upcr_ppts_t dst, int c, unsigned long n) {
  char *to = upcr_near(dst.p);
  if (__builtin_expect(to != 0 && upcr_may_hold(n), 1))
    __builtin_memset(to, c, n);
  else
    upcr_far_set(dst.p, c, n);
}

#undef upcr_null_if_empty_
#undef upcr_inline_

#endif
