// # A pointer to a pointer for a pointer
// $ upcc -c pointer_to_pointer.upc
// > One `*` makes a pointer to shared data. With two it is a private pointer to such a pointer.
#include <upc.h>
shared int a[10 * THREADS];
int main(void) {
  shared int **p = &a[0];
  return p != 0;
}
