// # Assigning arrays
// $ upcc -c assigning_arrays.upc
// > As in C. `upc_memcpy(a, b, sizeof a)` copies shared data.
#include <upc.h>
shared [] int a[10], b[10];
int main(void) {
  a = b;
  return 0;
}
