// # A barrier for one thread only
// $ upcc -c barrier_in_a_branch.upc
// > Only some threads would reach the barrier: the program would hang or end with a mismatch. Put
// > the barrier after the `if`.
#include <upc.h>
shared int ready;
int main(void) {
  if (MYTHREAD == 0) {
    ready = 1;
    upc_barrier;
  }
  return ready;
}
