// # A private pointer to another thread's element
// $ upcc -c foreign_cast.upc
// > The cast is allowed only for data with affinity to this thread. Read `a[(MYTHREAD + 1) %
// > THREADS]` itself; for speed between threads of one machine, ask `upc_cast` of
// > `<upc_castable.h>`, which gives NULL where it cannot be.
#include <upc.h>
shared int a[THREADS];
int main(void) {
  int *right = (int *)&a[(MYTHREAD + 1) % THREADS];
  return *right;
}
