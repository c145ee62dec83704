// # A type asserted that is another
// $ upcc -c assert_type.upc
// > The expression does not have the type that `bupc_assert_type` names, block size included.
// > Correct the wrong one. The assertion is checked at compile time and costs nothing at run time.
#include <upc.h>
shared [4] int a[4 * THREADS];
int main(void) {
  bupc_assert_type(a[0], shared [2] int);
  return 0;
}
