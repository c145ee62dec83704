// # A barrier's value that differs on each thread
// $ upcc -c barrier_by_thread.upc
// > The value tells one barrier from another, so all threads must give the same one.
#include <upc.h>
int main(void) {
  upc_barrier MYTHREAD;
  return 0;
}
