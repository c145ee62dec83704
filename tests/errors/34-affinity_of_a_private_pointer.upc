// # A private address as affinity
// $ upcc -c affinity_of_a_private_pointer.upc
// > Every thread has its own `local`: use a plain `for`. To deal the iterations out in turn, write
// > `i` as the affinity.
#include <upc.h>
int local[100];
int main(void) {
  int i;
  upc_forall (i = 0; i < 100; i++; &local[i])
    local[i] = i;
  return 0;
}
