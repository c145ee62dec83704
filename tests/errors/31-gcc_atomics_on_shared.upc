// # The C compiler's atomics on shared data
// $ upcc -c gcc_atomics_on_shared.upc
// > C's atomics need an address in this process, and shared data may be in another one. Use the
// > atomics of `<upc_atomic.h>`.
#include <upc.h>
shared int next;
int main(void) {
  return __sync_fetch_and_add(&next, 1);
}
