// # Comparing a pointer to shared with a private one
// $ upcc -c comparing_shared_and_private.upc
// > The two have nothing in common to compare. Cast the pointer to shared to a private one where it
// > is this thread's own.
#include <upc.h>
shared int x;
int *q;
int main(void) {
  return &x == q;
}
