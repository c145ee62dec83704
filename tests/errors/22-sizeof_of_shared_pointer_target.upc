// # upc_localsizeof of private data
// $ upcc -c sizeof_of_shared_pointer_target.upc
// > `upc_localsizeof`, `upc_blocksizeof` and `upc_elemsizeof` are about shared types. For private
// > data there is `sizeof`.
#include <upc.h>
int x[10];
int main(void) {
  return upc_localsizeof(x);
}
