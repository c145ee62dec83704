// # A pointer to shared in a private pointer
// $ upcc -c shared_address_as_private.upc
// > A private pointer can point only to data with affinity to this thread. If the element has it,
// > cast: `int *p = (int *)&a[MYTHREAD];`.
#include <upc.h>
shared int a[THREADS];
int main(void) {
  int *p = &a[MYTHREAD];
  *p = 1;
  return 0;
}
