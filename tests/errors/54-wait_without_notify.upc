// # upc_wait without upc_notify
// $ upcc -w -o prog wait_without_notify.upc
// $ upcrun -n 2 ./prog
// > Each thread executes `upc_notify` and `upc_wait` in turn.
#include <upc.h>
int main(void) {
  if (MYTHREAD == 1) { upc_wait; return 0; }
  upc_barrier;
  return 0;
}
