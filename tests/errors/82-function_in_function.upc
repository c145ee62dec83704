// # A function inside a function
// $ upcc -c function_in_function.upc
// > Nested functions are an extension of gcc that upcc does not have. Move the function before the
// > one that calls it, and pass the variables that it reads as arguments.
#include <upc.h>
int main(void) {
  int twice(int x) { return 2 * x; }
  return twice(MYTHREAD);
}
