// # A crash
// $ upcc -g -O0 -o prog crash.upc
// $ upcrun -n 2 ./prog
// > The thread, the signal and the line are shown; `-O0 -g` gives the variables to a debugger too.
#include <upc.h>
static void store(int *where) { *where = 1; }
int main(void) {
  if (MYTHREAD == 1) store(0);
  upc_barrier;
  return 0;
}
