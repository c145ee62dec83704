// # The number of elements behind a pointer
// $ upcc -c elements_by_sizeof.upc
// > A parameter declared as an array is a pointer: its size is that of a pointer-to-shared. Pass
// > the number of elements.
#include <upc.h>
shared int sum;
void add(shared int *p) {
  for (size_t i = 0; i < sizeof(p) / sizeof(*p); i++)
    sum += p[i];
}
int main(void) { return 0; }
