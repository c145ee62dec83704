// # A forgotten header
// $ upcc -c forgotten_stdio.upc
// > `upc.h` does not include headers of C. Include the one that declares the function.
#include <upc.h>
int main(void) {
  printf("thread %d of %d\n", MYTHREAD, THREADS);
  return 0;
}
