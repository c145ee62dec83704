// # A shared variable inside a function
// $ upcc -c automatic_shared.upc
// > A local variable is on the stack of one thread, where other threads cannot reach it. Declare it
// > at file scope, or `static shared int counter;`.
#include <upc.h>
int main(void) {
  shared int counter;
  counter = 0;
  return 0;
}
