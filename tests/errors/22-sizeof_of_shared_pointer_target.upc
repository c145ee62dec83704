// # upc_localsizeof of private data
// $ upcc -c sizeof_of_shared_pointer_target.upc
// > `upc_localsizeof`, `upc_blocksizeof` and `upc_elemsizeof` take shared types. Use `sizeof` for
// > private data.
#include <upc.h>
int x[10];
int main(void) {
  return upc_localsizeof(x);
}
