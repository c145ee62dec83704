// cflags: -g
// conformance: ENV-3.10-U1 COLL-7.4-U1
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread \d: .*collective_arguments\.upc:12: upc_all_broadcast: thread \d \(.*:12\) and thread \d \(.*:12\) gave different arguments: nbytes is (4 and 8|8 and 4); they are
#include <upc_relaxed.h>
#include <upc_collective.h>

shared [8] char to[8 * THREADS], from[8 * THREADS];
int main(void) {
  upc_all_broadcast(to, from, MYTHREAD == 1 ? 4 : 8, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
