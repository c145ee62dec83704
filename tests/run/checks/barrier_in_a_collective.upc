// cflags: -g
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: barrier mismatch \(UPC 6\.6\.1\): thread 0 \(.*collective\.upc:14\) is in upc_all_broadcast, thread \d \(.*collective\.upc:16\) is in a barrier with value 5|thread \d \(.*collective\.upc:16\) is in a barrier with value 5, thread 0 \(.*collective\.upc:14\) is in upc_all_broadcast
// Both places are told, whichever thread finds out.
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];

int main(void) {
  if (MYTHREAD == 0)
    upc_all_broadcast(dst, src, 4, 0);
  else
    upc_barrier 5;
  return 0;
}
