// cflags: -g
// conformance: COLL-7.4.2.6-U1
// threads: 2 4
// status: nonzero
// expect-nothing
// stderr: thread [0-9]: .*permute_twice\.upc:13: upc_all_permute: perm\[0\] and perm\[1\] are both 1: perm is not a permutation
#include <upc_relaxed.h>
#include <upc_collective.h>
shared int perm[THREADS], src[THREADS], dst[THREADS];
int main(void) {
  perm[MYTHREAD] = MYTHREAD == 0 ? 1 : MYTHREAD;
  upc_barrier;
  upc_all_permute(dst, src, perm, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
