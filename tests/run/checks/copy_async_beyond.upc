// cflags: -g
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*copy_async_beyond\.upc:11: bupc_memget_async: read of 16 bytes outside an object: 0 bytes into the part on thread 1, which has 12 bytes, of 'a'
#include <bupc_extensions.h>
#include <upc_relaxed.h>
shared [3] int a[3 * THREADS];
int main(void) {
  int to[4];
  bupc_handle_t h = MYTHREAD == 0 ? bupc_memget_async(to, &a[3], sizeof to) : BUPC_COMPLETE_HANDLE;
  bupc_waitsync(h);
  upc_barrier;
  return 0;
}
