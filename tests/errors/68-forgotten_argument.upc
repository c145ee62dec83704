// # An argument forgotten
// $ upcc -c forgotten_argument.upc
// > The message names the declaration. The functions of the UPC library have their prototypes in
// > the specification, and an editor with upc-lsp shows them while typing.
#include <upc.h>
shared int a[THREADS];
int main(void) {
  upc_memput(&a[0], 0);
  return 0;
}
