// # Following a null pointer to shared
// $ upcc -o prog null_shared_pointer.upc
// $ upcrun -n 2 ./prog
#include <upc.h>
shared int *p;
int main(void) {
  if (MYTHREAD == 0) *p = 1;
  upc_barrier;
  return 0;
}
