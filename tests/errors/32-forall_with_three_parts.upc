// # upc_forall with three parts
// $ upcc -c forall_with_three_parts.upc
// > The fourth expression selects the thread that executes an iteration: `upc_forall (i = 0; i < n;
// > i++; &a[i])`.
#include <upc.h>
shared int a[10 * THREADS];
int main(void) {
  int i;
  upc_forall (i = 0; i < 10 * THREADS; i++)
    a[i] = i;
  return 0;
}
