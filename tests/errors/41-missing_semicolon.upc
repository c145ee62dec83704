// # A missing semicolon
// $ upcc -c missing_semicolon.upc
// > The mark is at the place of the missing semicolon.
#include <upc.h>
int main(void) {
  upc_barrier
  return 0;
}
