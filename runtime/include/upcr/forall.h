/* upc_forall: affinity tests and dynamic nesting (UPC 6.6.2). */
#pragma GCC system_header
#ifndef UPCR_FORALL_H
#define UPCR_FORALL_H

#define upcr_inline_ static __inline__ __attribute__((always_inline, unused))

/* One per execution of a upc_forall statement with affinity. */
struct upcr_forall {
  int all;   /* 1: in the extent of a controlling loop, so every iteration is executed (6.6.2p10) */
  int depth; /* upcr_now.forall_depth to return to, also when the body is left by goto or return */
};

upcr_inline_ struct upcr_forall upcr_forall_enter(void) {
  struct upcr_forall f = {upcr_now.forall_depth > 0, upcr_now.forall_depth};
  upcr_now.forall_depth = f.depth + 1;
  return f;
}

upcr_inline_ void upcr_forall_leave(struct upcr_forall *f) { upcr_now.forall_depth = f->depth; }

upcr_inline_ int upcr_mine_i(long affinity) { return upcr_column_of(affinity) == upcr_self.mythread; }

upcr_inline_ int upcr_mine_u(unsigned long affinity) {
  if (__builtin_expect((long)affinity < 0, 0))
    return affinity % (unsigned long)upcr_threads() == (unsigned long)upcr_self.mythread;
  return upcr_mine_i((long)affinity);
}

upcr_inline_ int upcr_mine_p(upcr_pts_t affinity) { return upcr_thread(affinity) == (unsigned long)upcr_self.mythread; }

#undef upcr_inline_

#endif
