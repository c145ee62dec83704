/* Relocalisation (UPC 7.4.2), flat: every thread moves its own part, T messages at most a thread.
 *
 * An array viewed as a block on each thread starts on thread 0, phase ignored: thread t's part is at the same offset. */
#include "../core/library.h"
#include "sync.h"

/* Bytes `at` of thread t's part. */
static upcr_ppts_t part(upcr_ppts_t array, int t, size_t at) {
  return upcr_pp(upcr_pts_make((unsigned long)t, upcr_pts_offset(array.p)) + at, 0);
}

/* Bytes `at` of an array on one thread. */
static upcr_ppts_t flat(upcr_ppts_t array, size_t at) { return upcr_pp(array.p + at, 0); }

void upc_all_broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  upcr_coll_enter(flags, "upc_all_broadcast");
  upc_memcpy(part(dst, upcr_self.mythread, 0), flat(src, 0), nbytes);
  upcr_coll_leave(flags);
}

void upc_all_scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  upcr_coll_enter(flags, "upc_all_scatter");
  upc_memcpy(part(dst, me, 0), flat(src, (size_t)me * nbytes), nbytes);
  upcr_coll_leave(flags);
}

void upc_all_gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  upcr_coll_enter(flags, "upc_all_gather");
  upc_memcpy(flat(dst, (size_t)me * nbytes), part(src, me, 0), nbytes);
  upcr_coll_leave(flags);
}

/* Each thread starts with its neighbour, so that not all read one thread at once. */
static int other(int step) { return (upcr_self.mythread + step) % upcr_self.threads; }

void upc_all_gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  upcr_coll_enter(flags, "upc_all_gather_all");
  for (int step = 0; step < upcr_self.threads; step++) {
    int from = other(step);
    upc_memcpy(part(dst, me, (size_t)from * nbytes), part(src, from, 0), nbytes);
  }
  upcr_coll_leave(flags);
}

void upc_all_exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  upcr_coll_enter(flags, "upc_all_exchange");
  for (int step = 0; step < upcr_self.threads; step++) {
    int from = other(step);
    upc_memcpy(part(dst, me, (size_t)from * nbytes), part(src, from, (size_t)me * nbytes), nbytes);
  }
  upcr_coll_leave(flags);
}

void upc_all_permute(upcr_ppts_t dst, upcr_ppts_t src, upcr_pts_t perm, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  upcr_coll_enter(flags, "upc_all_permute");
  int to = upcr_get_i32(upcr_add1(perm, me, sizeof(int)));
  upc_memcpy(part(dst, to, 0), part(src, me, 0), nbytes);
  upcr_coll_leave(flags);
}
