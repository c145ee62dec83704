// # A crash
// $ upcc -g -O0 -o prog crash.upc
// $ upcrun -n 2 ./prog
// > The message shows the thread, the signal and the line. Compile with `-O0 -g` to see variables
// > in a debugger.
#include <upc.h>
static void store(int *where) { *where = 1; }
int main(void) {
  if (MYTHREAD == 1) store(0);
  upc_barrier;
  return 0;
}
