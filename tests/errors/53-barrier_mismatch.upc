// # Barriers that do not match
// $ upcc -o prog barrier_mismatch.upc
// $ upcrun -n 2 ./prog
// > Threads met at different barriers: the values tell which. Follow each thread's way to its
// > barrier.
#include <upc.h>
int main(void) {
  upc_barrier MYTHREAD;
  return 0;
}
