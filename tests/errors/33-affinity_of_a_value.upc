// # The value of an element as affinity
// $ upcc -c affinity_of_a_value.upc
// > Affinity is a thread number or an address. An element that is an integer would be taken as
// > thread number silently; its address was meant.
#include <upc.h>
shared double a[10 * THREADS];
int main(void) {
  int i;
  upc_forall (i = 0; i < 10 * THREADS; i++; a[i])
    a[i] = i;
  return 0;
}
