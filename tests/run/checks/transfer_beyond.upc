// cflags: -g
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*transfer_beyond\.upc:11: upc_memput_nb: write of 12 bytes outside an object: 4 bytes into the part on thread 1, which has 12 bytes, of 'a'
#include <upc_relaxed.h>
#include <upc_nb.h>
shared [3] int a[3 * THREADS];
int main(void) {
  int from[3] = {1, 2, 3};
  upc_handle_t h = MYTHREAD == 0 ? upc_memput_nb(&a[4], from, sizeof from) : UPC_COMPLETE_HANDLE;
  upc_sync(h);
  upc_barrier;
  return 0;
}
