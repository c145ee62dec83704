// # The address of a private variable as a pointer to shared
// $ upcc -c private_address_as_shared.upc
// > Other threads cannot reach private data. Declare `shared int x;`, or allocate with `upc_alloc`.
#include <upc.h>
int x;
int main(void) {
  shared int *p = &x;
  *p = 1;
  return 0;
}
