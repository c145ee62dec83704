/* Places in the source, for code that is compiled with run-time checks (upcc -g; docs/checks.md). */
#pragma GCC system_header
#ifndef UPCR_CHECK_H
#define UPCR_CHECK_H

#define upcr_inline_ static __inline__ __attribute__((always_inline, unused))

struct upcr_site {
  const char *file; /* 0: not in checked code */
  int line;
};

/* While the place is set, messages of the runtime name it, and library functions check what they are given. Places nest:
 * the one before comes back when the block of the returned object is left. */
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

#undef upcr_inline_

#endif
