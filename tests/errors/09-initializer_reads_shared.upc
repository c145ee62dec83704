// # A static private variable initialised with shared data
// $ upcc -c initializer_reads_shared.upc
// > A static variable has its value before the program runs. Assign it in the function.
#include <upc.h>
shared int start;
int main(void) {
  static int first = start;
  return first;
}
