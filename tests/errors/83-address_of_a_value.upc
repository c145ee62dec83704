// # The address of a value
// $ upcc -c address_of_a_value.upc
// > Only objects have addresses; results of operators and functions, bit-fields and register
// > variables have none. Assign the value to a variable first.
#include <upc.h>
int main(void) {
  int *p = &(MYTHREAD + 1);
  return *p;
}
