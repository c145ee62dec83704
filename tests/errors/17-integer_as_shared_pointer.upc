// # A number as a pointer to shared
// $ upcc -c integer_as_shared_pointer.upc
// > A pointer to shared is not a number. Use the null pointer (0 or NULL) for "no value".
#include <upc.h>
shared int *p;
int main(void) {
  p = -1;
  return 0;
}
