// # A barrier's value that differs on each thread
// $ upcc -c barrier_by_thread.upc
// > The value tells one barrier from another, it is no thread number: the threads must agree on it.
#include <upc.h>
int main(void) {
  upc_barrier MYTHREAD;
  return 0;
}
