// # An argument forgotten
// $ upcc -c forgotten_argument.upc
// > The message names the declaration. The specification has the prototypes of the UPC library; an
// > editor with upc-lsp shows them while you type.
#include <upc.h>
shared int a[THREADS];
int main(void) {
  upc_memput(&a[0], 0);
  return 0;
}
