/* Relocalisation (UPC 7.4.2), flat: every thread moves its own part, T messages at most a thread.
 *
 * An array viewed as a block on each thread starts on thread 0, phase ignored: thread t's part is at the same offset. */
#include "../base/log.h"
#include "../core/library.h"
#include "sync.h"

/* Bytes `at` of thread t's part. */
static upcr_ppts_t part(upcr_ppts_t array, int t, size_t at) {
  return upcr_pp(upcr_pts_make((unsigned long)t, upcr_pts_offset(array.p)) + at, 0);
}

static void check_start(upcr_ppts_t array, const char *name, enum upcr_collective which) {
  if (array.p == 0 || upcr_thread(array.p) != 0)
    upcr_fatal("%s: %s must point to thread 0 (UPC 7.4.2), not to thread %lu", upcr_collective_name(which), name,
               upcr_thread(array.p));
}

/* Bytes `at` of an array on one thread. */
static upcr_ppts_t flat(upcr_ppts_t array, size_t at) { return upcr_pp(array.p + at, 0); }

void upc_all_broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  const struct upcr_coll call = upcr_coll_call(UPCR_ALL_BROADCAST, flags, dst, src, nbytes);
  upcr_coll_enter(&call);
  check_start(dst, "dst", call.which);
  upc_memcpy(part(dst, upcr_self.mythread, 0), flat(src, 0), nbytes);
  upcr_coll_leave(&call);
}

void upc_all_scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  const struct upcr_coll call = upcr_coll_call(UPCR_ALL_SCATTER, flags, dst, src, nbytes);
  upcr_coll_enter(&call);
  check_start(dst, "dst", call.which);
  upc_memcpy(part(dst, me, 0), flat(src, (size_t)me * nbytes), nbytes);
  upcr_coll_leave(&call);
}

void upc_all_gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  const struct upcr_coll call = upcr_coll_call(UPCR_ALL_GATHER, flags, dst, src, nbytes);
  upcr_coll_enter(&call);
  check_start(src, "src", call.which);
  upc_memcpy(flat(dst, (size_t)me * nbytes), part(src, me, 0), nbytes);
  upcr_coll_leave(&call);
}

/* Each thread starts with its neighbour, so that not all read one thread at once. */
static int other(int step) { return (upcr_self.mythread + step) % upcr_self.threads; }

void upc_all_gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  const struct upcr_coll call = upcr_coll_call(UPCR_ALL_GATHER_ALL, flags, dst, src, nbytes);
  upcr_coll_enter(&call);
  check_start(dst, "dst", call.which);
  check_start(src, "src", call.which);
  for (int step = 0; step < upcr_self.threads; step++) {
    int from = other(step);
    upc_memcpy(part(dst, me, (size_t)from * nbytes), part(src, from, 0), nbytes);
  }
  upcr_coll_leave(&call);
}

void upc_all_exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  const struct upcr_coll call = upcr_coll_call(UPCR_ALL_EXCHANGE, flags, dst, src, nbytes);
  upcr_coll_enter(&call);
  check_start(dst, "dst", call.which);
  check_start(src, "src", call.which);
  for (int step = 0; step < upcr_self.threads; step++) {
    int from = other(step);
    upc_memcpy(part(dst, me, (size_t)from * nbytes), part(src, from, (size_t)me * nbytes), nbytes);
  }
  upcr_coll_leave(&call);
}

void upc_all_permute(upcr_ppts_t dst, upcr_ppts_t src, upcr_pts_t perm, size_t nbytes, int flags) {
  int me = upcr_self.mythread;
  const struct upcr_coll call = upcr_coll_call(UPCR_ALL_PERMUTE, flags, dst, src, nbytes);
  upcr_coll_enter(&call);
  check_start(dst, "dst", call.which);
  check_start(src, "src", call.which);
  int to = upcr_get_i32(upcr_add1(perm, me, sizeof(int)));
  if (to < 0 || to >= upcr_self.threads)
    upcr_fatal("upc_all_permute: perm[%d] is %d, no thread of %d (UPC 7.4.2.6)", me, to, upcr_self.threads);
  upc_memcpy(part(dst, to, 0), part(src, me, 0), nbytes);
  upcr_coll_leave(&call);
}
