// # upc_wait without upc_notify
// $ upcc -w -o prog wait_without_notify.upc
// $ upcrun -n 2 ./prog
// > Each thread must execute `upc_notify` and `upc_wait` alternately.
#include <upc.h>
int main(void) {
  if (MYTHREAD == 1) { upc_wait; return 0; }
  upc_barrier;
  return 0;
}
