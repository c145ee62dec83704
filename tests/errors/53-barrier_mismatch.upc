// # Barriers that do not match
// $ upcc -o prog barrier_mismatch.upc
// $ upcrun -n 2 ./prog
// > Threads reached different barriers, which the values identify. Find out how each thread came to
// > its barrier.
#include <upc.h>
int main(void) {
  upc_barrier MYTHREAD;
  return 0;
}
