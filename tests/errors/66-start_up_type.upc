// # A static pointer to a type of its function
// $ upcc -c start_up_type.upc
// > The pointer is set when the program starts, outside the function, where the type is unknown.
// > Declare the type at file scope.
#include <upc.h>
shared int cell[2 * THREADS];
int main(void) {
  enum kind { NONE, SOME };
  static struct link { shared int *to; enum kind kind[sizeof(enum kind)]; } first = {&cell[1]};
  return *first.to;
}
