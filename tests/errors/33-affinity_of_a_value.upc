// # The value of an element as affinity
// $ upcc -c affinity_of_a_value.upc
// > An affinity is a thread number or an address. Write the address of the element, with `&`: an
// > element of an integer type would be used as a thread number without a message.
#include <upc.h>
shared double a[10 * THREADS];
int main(void) {
  int i;
  upc_forall (i = 0; i < 10 * THREADS; i++; a[i])
    a[i] = i;
  return 0;
}
