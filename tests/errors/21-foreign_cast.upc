// # A private pointer to another thread's element
// $ upcc -c foreign_cast.upc
// > The cast is allowed only for data with affinity to this thread. Read `a[(MYTHREAD + 1) %
// > THREADS]` by its subscript. For speed within a node call `upc_cast` of `<upc_castable.h>`,
// > which returns NULL if the data cannot be mapped.
#include <upc.h>
shared int a[THREADS];
int main(void) {
  int *right = (int *)&a[(MYTHREAD + 1) % THREADS];
  return *right;
}
