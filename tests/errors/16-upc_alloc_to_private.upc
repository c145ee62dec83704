// # The result of upc_alloc in a private pointer
// $ upcc -c upc_alloc_to_private.upc
// > `upc_alloc` returns shared memory of the calling thread. Keep it in a `shared [] int *`, or
// > cast it at once, `(int *)upc_alloc(...)`, if no other thread needs it.
#include <upc.h>
int main(void) {
  int *p = upc_alloc(10 * sizeof(int));
  p[0] = 1;
  return 0;
}
