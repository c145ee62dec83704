// # A shared array without THREADS in its size
// $ upcc -c shared_array_without_threads.upc
// > The compiler must know the size of each thread's part. Write a multiple of THREADS (`grid[100 *
// > THREADS]`), fix the number of threads with `-T 4`, or keep the whole array on thread 0 with
// > `shared [] double grid[100];`.
#include <upc.h>
shared double grid[100];
int main(void) {
  grid[MYTHREAD] = 1.0;
  return 0;
}
