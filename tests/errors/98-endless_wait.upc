// # A wait for a private variable
// $ upcc -c endless_wait.upc
// > Each thread has its own `done`, which nothing in the loop changes. A variable that another UPC
// > thread sets is `strict shared`.
#include <upc.h>
int done;
int main(void) {
  while (!done)
    ;
  upc_barrier;
  return 0;
}
