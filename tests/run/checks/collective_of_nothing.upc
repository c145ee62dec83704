// cflags: -g
// conformance: COLL-7.4.2.1-U2
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread \d: .*collective_of_nothing\.upc:12: upc_all_broadcast of 0 bytes
#include <upc_relaxed.h>
#include <upc_collective.h>

shared [8] char to[8 * THREADS], from[8 * THREADS];
int main(void) {
  upc_all_broadcast(to, from, 0, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return 0;
}
