// cflags: -g
// threads: 1 3
// status: nonzero
// expect-nothing
// stderr: thread \d: .*io_beyond\.upc:14: upc_all_fread_shared: write of 5 bytes outside an object: 0 bytes into the part on thread \d, which has 4 bytes, of 'to'
// More is read into an array than it has room for.
#include <upc_relaxed.h>
#include <upc_io.h>

shared [4] char to[4 * THREADS];

int main(void) {
  upc_file_t *f = upc_all_fopen("/dev/zero", UPC_RDONLY | UPC_INDIVIDUAL_FP, 0, NULL);
  upc_all_fread_shared(f, to, 5, 1, 5 * THREADS, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return 0;
}
