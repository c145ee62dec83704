// # A private address as affinity
// $ upcc -c affinity_of_a_private_pointer.upc
// > Every thread has its own `local`, so use a plain `for`. To distribute the iterations over the
// > threads, write `i` as the affinity.
#include <upc.h>
int local[100];
int main(void) {
  int i;
  upc_forall (i = 0; i < 100; i++; &local[i])
    local[i] = i;
  return 0;
}
