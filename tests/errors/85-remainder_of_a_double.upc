// # An operator that has no such operands
// $ upcc -c remainder_of_a_double.upc
// > The message gives the types of both operands. `%`, shifts and bit operators take integers;
// > `fmod` computes the remainder of floating-point numbers.
#include <upc.h>
shared double a[THREADS];
int main(void) { return a[0] % 2 == 0; }
