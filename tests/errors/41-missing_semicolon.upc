// # A missing semicolon
// $ upcc -c missing_semicolon.upc
// > The mark stands where the semicolon should be.
#include <upc.h>
int main(void) {
  upc_barrier
  return 0;
}
