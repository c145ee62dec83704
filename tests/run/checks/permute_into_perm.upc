// cflags: -g
// conformance: COLL-7.4.2.6-U1
// threads: 1 2
// status: nonzero
// expect-nothing
// stderr: thread \d: .*permute_into_perm\.upc:13: upc_all_permute: perm and dst overlap by 4 bytes on thread \d
#include <upc_relaxed.h>
#include <upc_collective.h>
shared int perm[THREADS], src[THREADS];
int main(void) {
  perm[MYTHREAD] = MYTHREAD;
  upc_barrier;
  upc_all_permute(perm, src, perm, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
