// # Assigning to MYTHREAD
// $ upcc -c assigning_to_mythread.upc
// > MYTHREAD and THREADS are constant while the program runs. Choose the number of threads at
// > launch: `upcrun -n 4`.
#include <upc.h>
int main(void) {
  MYTHREAD = 0;
  return 0;
}
