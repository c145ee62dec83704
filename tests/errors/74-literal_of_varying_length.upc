// # A compound literal of varying length
// $ upcc -c literal_of_varying_length.upc
// > The length of a compound literal must be known at compile time, and THREADS is known only with
// > `-T N`. Declare an array, and set its elements.
#include <upc.h>
int main(void) {
  int n = MYTHREAD + 1, *p = (int[n]){0};
  return p[0];
}
