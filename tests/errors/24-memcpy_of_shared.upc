// # memcpy between shared and private data
// $ upcc -c memcpy_of_shared.upc
// > `upc_memget` copies from shared to private memory, `upc_memput` from private to shared,
// > `upc_memcpy` from shared to shared.
#include <upc.h>
#include <string.h>
shared [] int a[100];
int mine[100];
int main(void) {
  memcpy(mine, a, sizeof mine);
  return 0;
}
