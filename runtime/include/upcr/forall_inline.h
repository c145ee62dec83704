/* SPDX-License-Identifier: Apache-2.0 */
/* upc_forall: affinity tests and dynamic nesting (UPC 6.6.2). */
#pragma GCC system_header
#ifndef UPCR_FORALL_INLINE_H
#define UPCR_FORALL_INLINE_H

#define upcr_inline_ static __inline__ __attribute__((always_inline, unused))

upcr_inline_ int upcr_forall_open(void) { return upcr_now.forall_depth > 0; }

upcr_inline_ struct upcr_forall upcr_forall_enter(void) {
  struct upcr_forall f = {upcr_forall_open(), upcr_now.forall_depth};
  upcr_now.forall_depth = f.depth + 1;
  return f;
}

upcr_inline_ void upcr_forall_leave(struct upcr_forall *f) { upcr_now.forall_depth = f->depth; }

upcr_inline_ int upcr_mine_i(long affinity) { return upcr_column_of(affinity) == upcr_mythread(); }

upcr_inline_ int upcr_mine_u(unsigned long affinity) {
  if (!upcr_one_thread_ && __builtin_expect((long)affinity < 0, 0))
    return affinity % (unsigned long)upcr_threads() == (unsigned long)upcr_self.mythread;
  return upcr_mine_i((long)affinity);
}

upcr_inline_ int upcr_mine_p(upcr_pts_t affinity) {
  return upcr_one_thread_ || upcr_thread(affinity) == (unsigned long)upcr_self.mythread;
}

upcr_inline_ struct upcr_turns upcr_turns_same(int all, unsigned long thread) {
  struct upcr_turns t = {0, 0, 0, 0};
  if (!all && thread != (unsigned long)upcr_self.mythread)
    t.first = UPCR_NO_TURN;
  return t;
}

upcr_inline_ struct upcr_turns upcr_turns_blocks(int all, unsigned long thread, unsigned long phase,
                                                 unsigned long block, int backwards,
                                                 unsigned long step) {
  struct upcr_turns t = {0, (unsigned long)-1, (unsigned long)-1, 0};
  long threads = upcr_threads(),
       away = upcr_self.mythread - (long)thread; /* turns until the thread's next one */
  unsigned long done = backwards ? block - 1 - phase : phase;
  if (all)
    return t;
  away = backwards ? -away : away;
  away += away < 0 ? threads : 0;
  t.again = block - 1;
  t.gap = (unsigned long)(threads - 1) * block * step;
  t.left = away ? t.again : t.again - done;
  t.first = away ? ((unsigned long)away * block - done) * step : 0;
  return t;
}

/* Elements that move as the iterations of upcr_turns_blocks do, `unit` elements an iteration in
 * blocks of `block * unit`: whether the element at p of the current iteration is as far from its
 * block's end as the iteration from the end of its turn. Then this holds for all own iterations, on
 * p's thread. */
upcr_inline_ int upcr_turns_meet(const struct upcr_turns *t, upcr_ppts_t p, unsigned long block,
                                 unsigned long unit, int backwards) {
  unsigned long done = p.phase / unit;
  return (backwards ? done : block - 1 - done) == t->left;
}

/* How many of `rest` iterations, including the current own one, are the thread's. */
upcr_inline_ unsigned long upcr_turns_own(const struct upcr_turns *t, unsigned long rest,
                                          unsigned long block) {
  unsigned long now = t->left + 1, others = (unsigned long)(upcr_threads() - 1) * block, over;
  if (rest <= now)
    return rest;
  over = (rest - now) % (others + block);
  return now + (rest - now) / (others + block) * block + (over > others ? over - others : 0);
}

/* The number of iterations from the current own one, number 0, to own iteration `own`. */
upcr_inline_ unsigned long upcr_turns_reach(const struct upcr_turns *t, unsigned long own,
                                            unsigned long block) {
  unsigned long now = t->left + 1, others = (unsigned long)(upcr_threads() - 1) * block;
  return own < now ? own : own + ((own - now) / block + 1) * others;
}

#undef upcr_inline_

#endif
