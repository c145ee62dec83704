// # A pragma that has no effect
// $ upcc -c misplaced_pragma.upc
// > `#pragma upc strict` and `relaxed` stand outside functions, or at the start of a block, before
// > its declarations and statements.
#include <upc.h>
shared int n;
int main(void) {
  int found = n;
#pragma upc strict
  return found + n;
}
