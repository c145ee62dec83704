// # A brace that is never closed
// $ upcc -c missing_brace.upc
// > The message marks the function or block without an end. The missing brace often belongs after
// > the last line with the expected indentation.
#include <upc.h>
int main(void) {
  upc_forall (int i = 0; i < 10; i++; i) {
    if (i == MYTHREAD)
      return 1;
  return 0;
}
