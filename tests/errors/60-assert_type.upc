// # A type asserted that is another
// $ upcc -c assert_type.upc
// > The expression has another type than `bupc_assert_type` was told, block size included: correct
// > the one that is wrong. Only the compiler knows of the assertion; it costs nothing at run time.
#include <upc.h>
shared [4] int a[4 * THREADS];
int main(void) {
  bupc_assert_type(a[0], shared [2] int);
  return 0;
}
