// # A constant that is not an integer
// $ upcc -c enumerator_not_constant.upc
// > Enumerators, widths of bit-fields and case labels are integer constants. A floating-point
// > number, a `const` variable and shared data are not: use `enum` or `#define`.
#include <upc.h>
#define WIDTH 4.0
shared int table[THREADS];
int main(void) {
  enum { BLOCK = WIDTH };
  return table[MYTHREAD] * BLOCK;
}
