// # The arguments of upc_memget swapped
// $ upcc -c memget_arguments_swapped.upc
// > As in `memcpy`, the target comes first: `upc_memget(mine, a, n)` or, for the other direction,
// > `upc_memput(a, mine, n)`.
#include <upc.h>
shared [] int a[100];
int mine[100];
int main(void) {
  upc_memget(a, mine, sizeof mine);
  return 0;
}
