// # A transfer whose handle is lost
// $ upcc -c lost_handle.upc
// > `upc_memget_nb` only starts the copy: its bytes may be used after `upc_sync` of the handle. A
// > transfer without a handle, `upc_memget_nbi`, is completed by `upc_synci`.
#include <upc.h>
#include <upc_nb.h>
shared [64] char text[64 * THREADS];
char copy[64];
int main(void) {
  upc_memget_nb(copy, &text[64 * ((MYTHREAD + 1) % THREADS)], 64);
  return copy[0];
}
