// # A variable called as a function
// $ upcc -c calling_a_variable.upc
// > The expression before `(` must be a function or a pointer to one. Often an operator is missing:
// > `2 * (a + b)`.
#include <upc.h>
int main(void) {
  int n = 2;
  return n(THREADS + 1);
}
