/* SPDX-License-Identifier: Apache-2.0 */
/* upc_forall in code with run-time checks: its clauses are recorded, and compared between threads
 * at the next barrier (UPC 6.6.2p5; src/check/forall_loops.h). */
#pragma GCC system_header
#ifndef UPCR_CHECK_FORALL_H
#define UPCR_CHECK_FORALL_H

#define upcr_inline_ static __inline__ __attribute__((always_inline, unused))

/* The controlling upc_forall that the thread executes; valid while upcr_now.forall_depth is 1. */
struct upcr_open_forall {
  struct upcr_site site;
  unsigned long trips;      /* iterations begun, also those of other threads */
  unsigned long affinities; /* digest of the threads of the iterations */
  int inside; /* the controlling expression was not evaluated since the last iteration began */
};

#ifdef __UPCR_PTHREADS__
extern __thread struct upcr_open_forall upcr_open_forall __attribute__((tls_model("initial-exec")));
#else
extern struct upcr_open_forall upcr_open_forall;
#endif

upcr_inline_ unsigned long upcr_mix(unsigned long digest, unsigned long value) {
  unsigned long mixed = (digest ^ value) * 0x9e3779b97f4a7c15ul;
  return mixed ^ mixed >> 29;
}

upcr_inline_ void upcr_check_forall_test(void) {
  if (upcr_now.forall_depth == 1)
    upcr_open_forall.inside = 0;
}

upcr_inline_ void upcr_begin_iteration(unsigned long thread) {
  if (upcr_now.forall_depth != 1)
    return;
  upcr_open_forall.trips++;
  upcr_open_forall.affinities = upcr_mix(upcr_open_forall.affinities, thread + 1);
  upcr_open_forall.inside = 1;
}

upcr_inline_ int upcr_check_mine_p(upcr_pts_t affinity) {
  upcr_begin_iteration(upcr_thread(affinity));
  return upcr_mine_p(affinity);
}

/* affinity mod THREADS, not negative. */
upcr_inline_ int upcr_check_mine_i(long affinity) {
  long thread = affinity - upcr_div_threads(affinity) * upcr_threads();
  upcr_begin_iteration((unsigned long)thread);
  return thread == upcr_self.mythread;
}

upcr_inline_ int upcr_check_mine_u(unsigned long affinity) {
  if (__builtin_expect((long)affinity >= 0, 1))
    return upcr_check_mine_i((long)affinity);
  upcr_begin_iteration(affinity % (unsigned long)upcr_threads());
  return upcr_mine_u(affinity);
}

#undef upcr_inline_

#endif
