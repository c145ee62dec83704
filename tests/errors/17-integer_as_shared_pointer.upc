// # A number as a pointer to shared
// $ upcc -c integer_as_shared_pointer.upc
// > Pointers to shared are no numbers. 0 and NULL give the null pointer; mark "no value" with that.
#include <upc.h>
shared int *p;
int main(void) {
  p = -1;
  return 0;
}
