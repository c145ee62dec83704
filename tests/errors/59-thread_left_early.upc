// # A thread that ends while others wait
// $ upcc -w -o prog thread_left_early.upc
// $ upcrun -n 2 ./prog
// > Leaving `main` is a barrier of its own. Every thread must come to the same barriers before.
#include <upc.h>
int main(void) {
  if (MYTHREAD == 0) return 0;
  upc_barrier 1;
  return 0;
}
