// # Casting a private pointer to shared
// $ upcc -c private_cast_to_shared.upc
// > `malloc` allocates private memory. Use `upc_alloc`, `upc_global_alloc` or `upc_all_alloc`.
#include <upc.h>
#include <stdlib.h>
int main(void) {
  shared int *p = (shared int *)malloc(10 * sizeof(int));
  p[0] = 1;
  return 0;
}
