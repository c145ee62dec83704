// # The value of an integer element as affinity
// $ upcc -c affinity_by_value.upc
// > The loop would give iteration `i` to thread `a[i] % THREADS`, not to the thread that has `a[i]`.
#include <upc.h>
shared int a[10 * THREADS];
int main(void) {
  int i;
  upc_forall (i = 0; i < 10 * THREADS; i++; a[i])
    a[i] = i;
  return 0;
}
