// # Barriers that do not match
// $ upcc -o prog barrier_mismatch.upc
// $ upcrun -n 2 ./prog
// > Threads reached different barriers, which the values identify. Find out how each thread came to
// > its barrier.
#include <upc.h>
int main(void) {
  int step = MYTHREAD == 0 ? 1 : 2;
  upc_barrier step;
  return 0;
}
