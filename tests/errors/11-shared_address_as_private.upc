// # A pointer to shared in a private pointer
// $ upcc -c shared_address_as_private.upc
// > A private pointer reaches only what is this thread's own. If the element is, say so with a
// > cast: `int *p = (int *)&a[MYTHREAD];`.
#include <upc.h>
shared int a[THREADS];
int main(void) {
  int *p = &a[MYTHREAD];
  *p = 1;
  return 0;
}
