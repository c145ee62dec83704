// # A string function on shared text
// $ upcc -c strlen_of_shared.upc
// > Functions of the C library read private memory. Copy the text with `upc_memget(buffer, name,
// > 32)`. On the thread that has the text, `strlen((char *)name)` works.
#include <upc.h>
#include <string.h>
shared [] char name[32];
int main(void) {
  return (int)strlen(name);
}
