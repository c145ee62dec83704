// # A brace that is never closed
// $ upcc -c missing_brace.upc
// > The message stands at the function or block that has no end. The place where a brace is missing
// > is often behind the last line that is indented as it should be.
#include <upc.h>
int main(void) {
  upc_forall (int i = 0; i < 10; i++; i) {
    if (i == MYTHREAD)
      return 1;
  return 0;
}
