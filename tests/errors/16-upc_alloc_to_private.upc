// # The result of upc_alloc in a private pointer
// $ upcc -c upc_alloc_to_private.upc
// > `upc_alloc` gives shared memory of the calling thread: keep it in a `shared [] int *`, or cast
// > at once, `(int *)upc_alloc(...)`, if nobody else needs it.
#include <upc.h>
int main(void) {
  int *p = upc_alloc(10 * sizeof(int));
  p[0] = 1;
  return 0;
}
