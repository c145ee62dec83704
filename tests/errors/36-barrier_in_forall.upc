// # A barrier inside upc_forall
// $ upcc -c barrier_in_forall.upc
// > One thread executes an iteration, and a barrier waits for all threads. Put the barrier after
// > the loop.
#include <upc.h>
shared int a[THREADS];
int main(void) {
  int i;
  upc_forall (i = 0; i < THREADS; i++; &a[i]) {
    a[i] = i;
    upc_barrier;
  }
  return 0;
}
