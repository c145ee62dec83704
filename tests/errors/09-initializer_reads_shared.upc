// # A static private variable initialised with shared data
// $ upcc -c initializer_reads_shared.upc
// > A static variable is initialised before the program starts. Assign the value in the function.
#include <upc.h>
shared int start;
int main(void) {
  static int first = start;
  return first;
}
