// # A string function on shared text
// $ upcc -c strlen_of_shared.upc
// > The C library reads private memory. Copy the text with `upc_memget(buffer, name, 32)`; on the
// > thread that owns it `strlen((char *)name)` will do.
#include <upc.h>
#include <string.h>
shared [] char name[32];
int main(void) {
  return (int)strlen(name);
}
