// # The C compiler's atomics on shared data
// $ upcc -c gcc_atomics_on_shared.upc
// > They work on an address of this process; the data may be elsewhere. `<upc_atomic.h>` has
// > atomics for shared data.
#include <upc.h>
shared int next;
int main(void) {
  return __sync_fetch_and_add(&next, 1);
}
